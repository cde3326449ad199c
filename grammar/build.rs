//! Turns `pest/*.pest` into tables: the rules, and their expressions as a flat array that the engine walks.
//!
//! The `.pest` files are read by `pest_meta`, the front end of pest itself, so that syntax and checks are pest's.

use pest_meta::ast::{Expr, Rule as AstRule, RuleType};
use std::{
    collections::BTreeMap,
    env,
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

struct Tables {
    rules: BTreeMap<String, usize>,
    exprs: Vec<String>,
    lists: Vec<usize>,
}

impl Tables {
    fn add(&mut self, expr: &Expr) -> Result<usize, String> {
        let op = match expr {
            Expr::Str(s) => format!("Op::Str({s:?})"),
            Expr::Insens(s) => format!("Op::Insens({:?})", s.to_ascii_lowercase()),
            Expr::Range(a, b) => {
                let one = |s: &str| s.chars().next().ok_or("empty range");
                format!("Op::Range({:?}, {:?})", one(a)?, one(b)?)
            }
            Expr::Ident(name) => match name.as_str() {
                "ANY" => "Op::Any".into(),
                "SOI" => "Op::Start".into(),
                "EOI" => "Op::End".into(),
                "ASCII_DIGIT" => "Op::Range('0', '9')".into(),
                "ASCII_ALPHA_LOWER" => "Op::Range('a', 'z')".into(),
                "ASCII_ALPHANUMERIC" => "Op::Alphanumeric".into(),
                "NEWLINE" => "Op::Newline".into(),
                other => format!(
                    "Op::Call({})",
                    self.rules.get(other).ok_or_else(|| format!("unknown rule {other}"))?
                ),
            },
            Expr::Seq(..) => self.list("Seq", expr, |e| match e {
                Expr::Seq(a, b) => Some((a, b)),
                _ => None,
            })?,
            Expr::Choice(..) => self.list("Choice", expr, |e| match e {
                Expr::Choice(a, b) => Some((a, b)),
                _ => None,
            })?,
            Expr::Opt(e) => format!("Op::Optional({})", self.add(e)?),
            Expr::Rep(e) => format!("Op::Repeat({}, 0)", self.add(e)?),
            Expr::RepOnce(e) => format!("Op::Repeat({}, 1)", self.add(e)?),
            Expr::PosPred(e) => format!("Op::And({})", self.add(e)?),
            Expr::NegPred(e) => format!("Op::Not({})", self.add(e)?),
            other => return Err(format!("the engine has no {other:?}")),
        };
        self.exprs.push(op);
        Ok(self.exprs.len() - 1)
    }

    /// Pest nests sequences and choices to the right or left; the tables hold them flat.
    fn list(
        &mut self,
        name: &str,
        expr: &Expr,
        split: fn(&Expr) -> Option<(&Expr, &Expr)>,
    ) -> Result<String, String> {
        fn flatten<'a>(
            e: &'a Expr,
            split: fn(&Expr) -> Option<(&Expr, &Expr)>,
            out: &mut Vec<&'a Expr>,
        ) {
            match split(e) {
                Some((a, b)) => {
                    flatten(a, split, out);
                    flatten(b, split, out);
                }
                None => out.push(e),
            }
        }
        let mut parts = Vec::new();
        flatten(expr, split, &mut parts);
        let indices = parts.into_iter().map(|p| self.add(p)).collect::<Result<Vec<_>, _>>()?;
        let start = self.lists.len();
        self.lists.extend(&indices);
        Ok(format!("Op::{name}({start}, {})", indices.len()))
    }
}

fn read(dir: &Path) -> Result<Vec<AstRule>, Box<dyn Error>> {
    let mut files: Vec<PathBuf> = fs::read_dir(dir)?
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "pest"))
        .collect();
    files.sort();
    let mut text = String::new();
    for file in &files {
        println!("cargo:rerun-if-changed={}", file.display());
        text.push_str(&fs::read_to_string(file)?);
        text.push('\n');
    }
    let pairs = pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, &text)
        .map_err(|e| format!("in the files of {} joined: {e}", dir.display()))?;
    if let Err(errors) = pest_meta::validator::validate_pairs(pairs.clone()) {
        let all: Vec<String> = errors.iter().map(ToString::to_string).collect();
        return Err(all.join("\n").into());
    }
    pest_meta::parser::consume_rules(pairs)
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n").into())
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=pest");
    println!("cargo:rerun-if-changed=build.rs");
    let rules = read(Path::new("pest"))?;
    let mut tables = Tables {
        rules: rules.iter().enumerate().map(|(i, r)| (r.name.clone(), i)).collect(),
        exprs: Vec::new(),
        lists: Vec::new(),
    };
    let mut out = String::from(
        "/// A rule of the grammar, named as in the `.pest` files.\n#[allow(non_camel_case_types, missing_docs, clippy::upper_case_acronyms)]\n\
         #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]\n#[repr(u16)]\npub enum Rule {\n",
    );
    for rule in &rules {
        writeln!(out, "    r#{},", rule.name)?;
    }
    out.push_str("}\nimpl Rule {\n    /// Every rule, in the order of the files.\n    pub const ALL: &'static [Self] = &[");
    for rule in &rules {
        write!(out, "Self::r#{}, ", rule.name)?;
    }
    out.push_str("];\n    /// The name in the grammar.\n    #[must_use]\n    pub const fn name(self) -> &'static str { NAMES[self as usize] }\n}\n");
    write!(out, "static NAMES: [&str; {}] = [", rules.len())?;
    for rule in &rules {
        write!(out, "{:?}, ", rule.name)?;
    }
    out.push_str("];\n");
    let mut bodies = Vec::new();
    for rule in &rules {
        let kind = match rule.ty {
            RuleType::Normal | RuleType::NonAtomic | RuleType::CompoundAtomic => "Kind::Node",
            RuleType::Silent => "Kind::Silent",
            RuleType::Atomic => "Kind::Leaf",
        };
        let expr = tables.add(&rule.expr).map_err(|e| format!("rule {}: {e}", rule.name))?;
        bodies.push(format!("({kind}, {expr})"));
    }
    writeln!(out, "pub(crate) static RULES: [(Kind, u32); {}] = [{}];", bodies.len(), bodies.join(", "))?;
    writeln!(out, "pub(crate) static EXPRS: [Op; {}] = [\n{}\n];", tables.exprs.len(), tables.exprs.join(",\n"))?;
    let lists: Vec<String> = tables.lists.iter().map(ToString::to_string).collect();
    writeln!(out, "pub(crate) static LISTS: [u32; {}] = [{}];", lists.len(), lists.join(", "))?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("tables.rs"), out)?;
    Ok(())
}
