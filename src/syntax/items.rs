//! Items of a file.

use super::ast::{
    CardItem, CounterItem, FaceItem, Item, KeywordItem, RulingItem, RulingLine, SubtypeItem,
    TokenItem, WordItem,
};
use super::header::{Part, name_and_cost};
use super::layout::{RawItem, RawLine, items};
use super::line::{Bearer, Line};
use super::type_line::read_type_line;
use crate::diag::{Code, Diagnostic, Sink, nearest};
use crate::source::{FileId, SourceMap, Spanned};
use crate::vocab::{Color, ColorSet, Name, Supertype};

/// The words that begin an item.
const ITEM_WORDS: &[&str] = &[
    "card", "keyword", "action", "counter", "token", "word", "subtype", "ruling",
];

/// Reads the items of a file. What cannot be read is reported; the other items are returned.
pub fn read_file(sources: &SourceMap, file: FileId, sink: &mut Sink) -> Vec<Item> {
    let raw = items(sources, file, sink);
    raw.iter()
        .filter_map(|item| Reader { sources, sink }.item(item))
        .collect()
}

struct Reader<'a> {
    sources: &'a SourceMap,
    sink: &'a mut Sink,
}

impl<'a> Reader<'a> {
    fn part(&self, line: RawLine) -> Part<'a> {
        Part {
            text: self.sources.slice(line.span),
            span: line.span,
        }
    }

    fn item(&mut self, raw: &RawItem) -> Option<Item> {
        let (word, rest) = self.part(raw.header).first_word();
        match word.text {
            "card" => self.card(rest, &raw.body).map(Item::Card),
            "keyword" => self.keyword(rest, &raw.body).map(Item::Keyword),
            "action" => self.keyword(rest, &raw.body).map(Item::Action),
            "counter" => self.counter(rest, &raw.body).map(Item::Counter),
            "token" => self.token(rest, &raw.body).map(Item::Token),
            "word" => self.word(rest, &raw.body).map(Item::Word),
            "subtype" => self.subtype(rest, &raw.body).map(Item::Subtype),
            "ruling" => self.ruling(rest, &raw.body).map(Item::Ruling),
            _ => {
                let mut diagnostic = Diagnostic::error(
                    Code::UnknownItem,
                    word.span,
                    format!("`{}` does not begin an item", word.text),
                )
                .help(format!("items begin with {}", ITEM_WORDS.join(", ")));
                if let Some(near) = nearest(word.text, ITEM_WORDS.iter().copied()) {
                    diagnostic = diagnostic
                        .label(format!("did you mean `{near}`?"))
                        .fix(word.span, near);
                }
                self.sink.push(diagnostic);
                None
            }
        }
    }

    fn line(&mut self, line: RawLine, own: Option<&Bearer>) -> Option<Line> {
        Line::new(self.sources.slice(line.span), line.span, own, self.sink)
    }

    fn missing(&mut self, header: Part<'_>, what: &str, example: &str) {
        self.sink.push(
            Diagnostic::error(Code::BadHeader, header.span, format!("{what} is missing"))
                .label("expected here")
                .help(format!("write it as in `{example}`")),
        );
    }

    fn card(&mut self, header: Part<'_>, body: &[RawLine]) -> Option<CardItem> {
        let mut layout = None;
        let mut faces = Vec::new();
        let mut current = name_and_cost(header, self.sink);
        let mut lines: Vec<RawLine> = Vec::new();
        for raw in body {
            let (word, rest) = self.part(*raw).first_word();
            match word.text {
                "face" => {
                    faces.extend(
                        current
                            .take()
                            .map(|front| self.face(front, &std::mem::take(&mut lines))),
                    );
                    current = name_and_cost(rest, self.sink);
                }
                "layout" if lines.is_empty() => layout = Some(rest.name()),
                _ => lines.push(*raw),
            }
        }
        faces.extend(current.map(|front| self.face(front, &lines)));
        let span = body
            .last()
            .map_or(header.span, |last| header.span.to(last.span));
        (!faces.is_empty()).then_some(CardItem {
            layout,
            faces,
            span,
        })
    }

    fn face(
        &mut self,
        (name, cost): (Spanned<Name>, Option<Spanned<crate::vocab::ManaCost>>),
        body: &[RawLine],
    ) -> FaceItem {
        let mut face = FaceItem {
            name,
            cost,
            indicator: None,
            types: None,
            lines: Vec::new(),
        };
        let mut rest = body;
        let mut typed = false;
        while let Some((first, after)) = rest.split_first() {
            let part = self.part(*first);
            if let Some(colors) = part.text.strip_prefix("color indicator ") {
                let words = part.slice(part.text.len() - colors.len(), part.text.len());
                face.indicator = Some(self.colors(words));
                rest = after;
                continue;
            }
            face.types = read_type_line(part.text, part.span, self.sink);
            typed = true;
            rest = after;
            break;
        }
        if !typed {
            self.sink.push(
                Diagnostic::error(
                    Code::TypeLine,
                    face.name.span,
                    format!("`{}` has no type line", face.name.value),
                )
                .label("the line below the name is the type line, such as `Creature — Bear 2/2`"),
            );
        }
        let legendary = face
            .types
            .as_ref()
            .is_some_and(|t| t.supertypes.contains(Supertype::Legendary));
        let own = Bearer::new(&face.name.value, legendary);
        face.lines = self.lines(rest, &own);
        face
    }

    /// The colors of a color indicator (CR 204).
    fn colors(&mut self, words: Part<'_>) -> ColorSet {
        let mut colors = ColorSet::EMPTY;
        for word in words.words() {
            let bare = word.text.trim_end_matches(',');
            match Color::from_word(bare) {
                Some(color) => colors.insert(color),
                None if bare == "and" => {}
                None => {
                    let known = Color::ALL.iter().map(|color| color.word());
                    let mut diagnostic = Diagnostic::error(
                        Code::TypeLine,
                        word.span,
                        format!("`{bare}` is not a color"),
                    )
                    .rule("105.1");
                    if let Some(near) = nearest(bare, known) {
                        diagnostic = diagnostic
                            .label(format!("did you mean `{near}`?"))
                            .fix(word.span, near);
                    }
                    self.sink.push(diagnostic);
                }
            }
        }
        colors
    }

    /// Ability lines. The modes of a modal ability and the rows of a results table may stand in lines of their own below it, as they are printed, and so may the
    /// power and toughness below a level symbol; a line that holds only reminder text has no ability.
    fn lines(&mut self, body: &[RawLine], own: &Bearer) -> Vec<Line> {
        let mut joined: Vec<RawLine> = Vec::new();
        for raw in body {
            let text = self.sources.slice(raw.span);
            let belongs = |above: &RawLine| {
                text.starts_with('•')
                    || is_result_row(text)
                    || is_pt(text) && is_level_symbol(self.sources.slice(above.span))
            };
            match joined
                .last_mut()
                .filter(|above| belongs(above) && self.adjoins(above, raw))
            {
                Some(above) => above.span = above.span.to(raw.span),
                None => joined.push(*raw),
            }
        }
        joined
            .iter()
            .filter_map(|raw| self.line(*raw, Some(own)))
            .filter(|line| !line.text.is_empty())
            .collect()
    }

    /// Whether nothing, not even a comment, stands between two lines.
    fn adjoins(&self, above: &RawLine, below: &RawLine) -> bool {
        let between = above.span.end as usize..below.span.start as usize;
        let text = self.sources.text(above.span.file);
        text.get(between).is_some_and(|gap| gap.trim().is_empty())
    }

    /// The lines after `means`, and those of `primitive` and `cites`.
    fn definition(&mut self, body: &[RawLine]) -> Definition {
        let mut out = Definition {
            means: Vec::new(),
            primitive: None,
            cites: Vec::new(),
        };
        let mut meaning = false;
        for raw in body {
            let part = self.part(*raw);
            let (word, rest) = part.first_word();
            match word.text {
                "means" if !meaning => {
                    meaning = true;
                    if !rest.text.is_empty() {
                        out.means.extend(Line::new(
                            rest.text,
                            rest.span,
                            Some(&Bearer::default()),
                            self.sink,
                        ));
                    }
                }
                "primitive" if !meaning => out.primitive = Some(rest.name()),
                "cites" if !meaning => out
                    .cites
                    .extend(rest.split(',').iter().map(|part| part.name())),
                _ if meaning => out.means.extend(self.line(*raw, Some(&Bearer::default()))),
                _ => self.sink.push(
                    Diagnostic::error(
                        Code::BadHeader,
                        part.span,
                        "a definition holds `means`, `primitive` or `cites`",
                    )
                    .label("lines of text stand below `means`"),
                ),
            }
        }
        out
    }

    fn keyword(&mut self, header: Part<'_>, body: &[RawLine]) -> Option<KeywordItem> {
        const PARAMETERS: &[&str] = &["N", "COST", "QUALITY", "SUBTYPE"];
        let words = header.words();
        let end = words
            .iter()
            .position(|w| PARAMETERS.contains(&w.text))
            .unwrap_or(words.len());
        let (name, parameters) = words.split_at_checked(end)?;
        let Some(((first, last), definition)) = name
            .first()
            .zip(name.last())
            .map(|ends| (ends, self.definition(body)))
        else {
            self.missing(header, "the keyword's name", "keyword Bushido N");
            return None;
        };
        // A word in capitals after the name is meant for a parameter.
        if name.len() > 1 && last.text.chars().all(char::is_uppercase) {
            let mut diagnostic = Diagnostic::error(
                Code::BadHeader,
                last.span,
                format!("`{}` is not a parameter of keywords", last.text),
            )
            .help(format!("parameters are {}", PARAMETERS.join(", ")));
            if let Some(near) = nearest(last.text, PARAMETERS.iter().copied()) {
                diagnostic = diagnostic
                    .label(format!("did you mean `{near}`?"))
                    .fix(last.span, near);
            }
            self.sink.push(diagnostic);
        }
        let from = (first.span.start - header.span.start) as usize;
        let to = (last.span.end - header.span.start) as usize;
        Some(KeywordItem {
            name: header.slice(from, to).name(),
            parameters: parameters.iter().map(|p| p.name()).collect(),
            primitive: definition.primitive,
            means: definition.means,
            cites: definition.cites,
        })
    }

    fn counter(&mut self, header: Part<'_>, body: &[RawLine]) -> Option<CounterItem> {
        if header.text.is_empty() {
            self.missing(header, "the counter's name", "counter charge");
            return None;
        }
        let definition = self.definition(body);
        Some(CounterItem {
            name: header.name(),
            means: definition.means,
            cites: definition.cites,
        })
    }

    fn token(&mut self, header: Part<'_>, body: &[RawLine]) -> Option<TokenItem> {
        if header.text.is_empty() {
            self.missing(header, "the token's name", "token Treasure");
            return None;
        }
        if let Some(at) = header.text.find('{') {
            let cost = header.slice(at, header.text.len());
            self.sink.push(
                Diagnostic::error(Code::BadHeader, cost.span, "a token has no mana cost")
                    .label("leave it out")
                    .rule("111.3"),
            );
        }
        Some(TokenItem {
            face: self.face((header.name(), None), body),
        })
    }

    fn word(&mut self, header: Part<'_>, body: &[RawLine]) -> Option<WordItem> {
        if header.text.is_empty() {
            self.missing(header, "the word that is defined", "word historic");
            return None;
        }
        let mut means = self.definition(body).means.into_iter();
        let first = means.next();
        for more in means {
            self.sink.push(
                Diagnostic::error(Code::BadHeader, more.span, "a word means one description")
                    .label("join it to the line above with `or`"),
            );
        }
        Some(WordItem {
            name: header.name(),
            means: first,
        })
    }

    fn subtype(&mut self, header: Part<'_>, body: &[RawLine]) -> Option<SubtypeItem> {
        let Some(colon) = header.text.find(':') else {
            self.missing(
                header,
                "the colon after the card type",
                "subtype creature: Bear, Cat",
            );
            return None;
        };
        let kind = header.slice(0, colon).name();
        let mut names = Vec::new();
        let defined = body.iter().position(|raw| {
            let part = self.part(*raw);
            matches!(part.first_word().0.text, "means" | "cites")
        });
        let (body, definition) = body.split_at(defined.unwrap_or(body.len()));
        let definition = self.definition(definition);
        let lines = std::iter::once(header.slice(colon + 1, header.text.len()))
            .chain(body.iter().map(|raw| self.part(*raw)));
        for part in lines {
            for entry in part
                .split(',')
                .into_iter()
                .filter(|entry| !entry.text.is_empty())
            {
                let plural = entry
                    .text
                    .split_once("(plural ")
                    .and_then(|(_, rest)| rest.strip_suffix(')'))
                    .map(Name::new);
                let end = entry.text.find(" (").unwrap_or(entry.text.len());
                names.push((entry.slice(0, end).name(), plural));
            }
        }
        if let ([_, (second, _), ..], false) = (names.as_slice(), definition.means.is_empty()) {
            self.sink.push(
                Diagnostic::error(
                    Code::BadHeader,
                    second.span,
                    "what a subtype means is said of one subtype",
                )
                .label("declare it by itself"),
            );
        }
        Some(SubtypeItem {
            kind,
            names,
            means: definition.means,
            cites: definition.cites,
        })
    }

    fn ruling(&mut self, header: Part<'_>, body: &[RawLine]) -> Option<RulingItem> {
        let quotes = ['"', '“', '”'];
        let inner = header
            .text
            .strip_prefix(quotes)
            .and_then(|text| text.strip_suffix(quotes));
        let Some(inner) = inner.filter(|text| !text.trim().is_empty()) else {
            self.sink.push(
                Diagnostic::error(
                    Code::BadHeader,
                    header.span,
                    "a ruling has a title in quotes",
                )
                .help("write `ruling \"what it shows\"`"),
            );
            return None;
        };
        let from = header.text.find(inner).unwrap_or(0);
        let title = header.slice(from, from + inner.len()).name();
        let mut cites = Vec::new();
        let mut rows = Vec::new();
        for raw in body {
            let (word, rest) = self.part(*raw).first_word();
            if word.text == "cites" {
                cites.extend(rest.split(',').iter().map(|part| part.name()));
            } else if let Some(line) = self.line(*raw, None) {
                rows.push((raw.indent, line));
            }
        }
        let mut rows = rows.into_iter().peekable();
        Some(RulingItem {
            title,
            cites,
            lines: nest(&mut rows, 0, 0),
        })
    }
}

struct Definition {
    means: Vec<Line>,
    primitive: Option<Spanned<Name>>,
    cites: Vec<Spanned<Name>>,
}

/// Nests lines by indentation: a line belongs to the nearest line above it that is indented less.
fn nest(
    rows: &mut std::iter::Peekable<std::vec::IntoIter<(usize, Line)>>,
    above: usize,
    depth: usize,
) -> Vec<RulingLine> {
    const MAX_DEPTH: usize = 32;
    let mut out: Vec<RulingLine> = Vec::new();
    while let Some((indent, line)) = rows.next_if(|(indent, _)| *indent > above || depth == 0) {
        let deeper = rows.peek().is_some_and(|(next, _)| *next > indent) && depth < MAX_DEPTH;
        let children = if deeper {
            nest(rows, indent, depth + 1)
        } else {
            Vec::new()
        };
        out.push(RulingLine { line, children });
    }
    out
}

/// Whether a line is the level symbol of a leveler (CR 711.2), still without power and toughness.
#[must_use]
pub fn is_level_symbol(line: &str) -> bool {
    let range = line
        .get(..6)
        .filter(|word| word.eq_ignore_ascii_case("level "));
    range.and_then(|_| line.get(6..)).is_some_and(|range| {
        range.starts_with(|c: char| c.is_ascii_digit())
            && range
                .chars()
                .all(|c| c.is_ascii_digit() || matches!(c, '-' | '–' | '+'))
    })
}

/// Whether a line is one of a results table (CR 706.3a): "1—9 |", "20 |", "15+ |".
#[must_use]
pub fn is_result_row(line: &str) -> bool {
    line.starts_with(|c: char| c.is_ascii_digit())
        && line.split_once(" | ").is_some_and(|(range, _)| {
            range
                .chars()
                .all(|c| c.is_ascii_digit() || matches!(c, '—' | '–' | '-' | '+'))
        })
}

/// Whether a line is power and toughness, and nothing else.
#[must_use]
pub fn is_pt(line: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    line.split_once('/')
        .is_some_and(|(power, toughness)| digits(power) && digits(toughness))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<Item>, Sink) {
        let mut sources = SourceMap::default();
        let file = sources.add("x.rules", text);
        let mut sink = Sink::default();
        (read_file(&sources, file, &mut sink), sink)
    }

    #[test]
    fn a_subtype_may_come_with_abilities() {
        let (items, sink) = read(
            "subtype battle: Siege\n  cites 310.11b\n  means\n    When this permanent enters, scry 1.\n",
        );
        assert!(sink.is_clean(), "{sink:?}");
        let Item::Subtype(subtype) = &items[0] else {
            panic!()
        };
        assert_eq!(
            (
                subtype.names.len(),
                subtype.means.len(),
                subtype.cites.len()
            ),
            (1, 1, 1)
        );
        let (_, sink) = read("subtype battle: Siege, Raid\n  means\n    Flying\n");
        assert!(!sink.is_clean());
    }

    #[test]
    fn every_item_is_read() {
        let (items, sink) = read(
            "card Mira, Oak Sage {2}{G}\n  Legendary Creature — Elf Druid 1/3\n\n  Mira has reach.\n\
             keyword Bushido N\n  cites 702.45\n  means\n    This creature gets +N/+N until end of turn.\n\
             counter stun\nsubtype creature: Elf (plural Elves), Druid\n  Bear\n\
             ruling \"t\"\n  cites 119.9\n  given\n    you control Mira\n  on your turn\n    pass\n",
        );
        assert!(sink.is_clean(), "{sink:?}");
        assert_eq!(items.len(), 5);
        let Item::Card(card) = &items[0] else {
            panic!()
        };
        assert_eq!(card.faces[0].lines[0].text, "~ has reach.");
        let Item::Keyword(keyword) = &items[1] else {
            panic!()
        };
        assert_eq!(
            (
                keyword.parameters.len(),
                keyword.means.len(),
                keyword.cites.len()
            ),
            (1, 1, 1)
        );
        let Item::Subtype(subtype) = &items[3] else {
            panic!()
        };
        assert_eq!(subtype.names.len(), 3);
        let Item::Ruling(ruling) = &items[4] else {
            panic!()
        };
        assert_eq!(ruling.lines.len(), 2);
        assert_eq!(ruling.lines[0].children[0].line.text, "you control Mira");
    }

    #[test]
    fn errors_do_not_hide_each_other() {
        let (items, sink) = read("crad A\ncard B {2}{Q}\n  Creatur 1/1\nword c\n");
        assert_eq!(items.len(), 2);
        let codes: Vec<Code> = sink.all().iter().map(|d| d.code).collect();
        assert_eq!(codes, [Code::UnknownItem, Code::BadSymbol, Code::TypeLine]);
    }
}
