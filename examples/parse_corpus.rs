use spellwright_grammar::{parse, Rule};
use std::collections::BTreeMap;
fn main() {
    let text = std::fs::read_to_string("/work/shared/corpus/cards.jsonl").unwrap();
    let filter = std::env::args().nth(1);
    if let Some(t) = &filter { match parse(Rule::ability_line, t) { Ok(t) => println!("{:?}", t.root().unwrap()), Err(e) => println!("{e:?}\n  at: {}", &t[e.at..]) } return; }
    let mut ranks: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let (mut lines, mut read, mut faces, mut ok) = (0, 0, 0, 0);
    let start = std::time::Instant::now();
    let mut slow = (0u128, String::new());
    for l in text.lines() {
        let v: serde_json::Value = serde_json::from_str(l).unwrap();
        faces += 1;
        let mut all = true;
        for line in normalise(v["name"].as_str().unwrap(), v["oracle_text"].as_str().unwrap(), v["type_line"].as_str().unwrap()) {
            lines += 1;
            let t0 = std::time::Instant::now();
            match parse(Rule::ability_line, &line) {
                Ok(_) => read += 1,
                Err(e) => {
                    all = false;
                    let from = line[..e.at].rfind(' ').unwrap_or(0);
                    let from = line[..from].rfind(' ').unwrap_or(0);
                    let key: String = line[from..].split(' ').filter(|w| !w.is_empty()).take(4).collect::<Vec<_>>().join(" ");
                    let key2 = key.chars().map(|c| if c.is_ascii_digit() { 'N' } else { c }).collect::<String>();
                    let entry = ranks.entry(key2).or_insert((0, format!("{} ▲ {}", &line[..e.at], &line[e.at..])));
                    entry.0 += 1;
                }
            }
            let d = t0.elapsed().as_micros(); if d > slow.0 { slow = (d, line.clone()); }
        }
        if all { ok += 1; }
    }
    eprintln!("{read}/{lines} lines {:.1}%, {ok}/{faces} faces {:.1}% {:?} slow {slow:?}", 100. * read as f64 / lines as f64, 100. * ok as f64 / faces as f64, start.elapsed());
    let mut v: Vec<_> = ranks.into_iter().collect();
    v.sort_by_key(|x| std::cmp::Reverse(x.1.0));
    for (k, (n, l)) in v.iter().take(300) { println!("{n:4} {k:40} | {l}"); }
}
pub fn normalise(name: &str, text: &str, types: &str) -> Vec<String> {
    let mut t = String::new();
    let mut depth = 0;
    for c in text.chars() { match c { '(' => depth += 1, ')' => depth -= 1, _ if depth > 0 => {}, c => t.push(c) } }
    let mut names = vec![name.to_string()];
    if let Some((a, _)) = name.split_once(',') { names.push(a.to_string()); }
    if types.contains("Legendary") { if let Some((a, _)) = name.split_once(' ') { if a != "The" { names.push(a.to_string()); } } }
    for n in &names {
        let mut out = String::new(); let mut rest = t.as_str();
        while let Some(i) = rest.find(n.as_str()) {
            let before = rest[..i].chars().last().is_some_and(char::is_alphanumeric);
            let after = rest[i + n.len()..].chars().next().is_some_and(char::is_alphanumeric);
            out.push_str(&rest[..i]);
            if before || after { out.push_str(n) } else { out.push('~') }
            rest = &rest[i + n.len()..];
        }
        out.push_str(rest); t = out;
    }
    let mut lines: Vec<String> = vec![];
    for l in t.split('\n') {
        let l = l.trim().to_lowercase();
        let l = l.split_whitespace().collect::<Vec<_>>().join(" ").replace(" .", ".");
        if l.is_empty() { continue; }
        if l.starts_with('•') { if let Some(last) = lines.last_mut() { last.push('\n'); last.push_str(&l); continue; } }
        lines.push(l);
    }
    lines
}
