//! Rules of the grammar as an array of nodes, so that the parser walks indices and not boxes.

use pest_meta::ast::{Expr, Rule, RuleType};
use std::collections::BTreeMap;

/// A node of the flattened grammar.
pub enum Node {
    /// A literal.
    Str(String),
    /// A literal in any ASCII case.
    Insensitive(String),
    /// One character of a range.
    Range(char, char),
    /// Any character.
    Any,
    /// A rule of the grammar.
    Rule(usize),
    /// One after the other.
    Seq(Vec<usize>),
    /// The first that matches.
    Choice(Vec<usize>),
    /// Perhaps.
    Opt(usize),
    /// As often as it matches.
    Rep(usize),
    /// Matches ahead.
    Positive(usize),
    /// Does not match ahead.
    Negative(usize),
    /// The start of the text.
    Soi,
    /// The end of the text.
    Eoi,
}

/// How a rule shows in the tree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `{}`: a node with its children.
    Normal,
    /// `_{}`: only its children.
    Silent,
    /// `@{}`: a node without children.
    Atomic,
}

/// The flattened grammar.
pub struct Grammar {
    /// Names and kinds of rules, with the node of each body.
    pub rules: Vec<(String, Kind, usize)>,
    /// All nodes.
    pub nodes: Vec<Node>,
}

/// Flattens the rules. Refuses what the parser does not do: implicit blanks, the match stack, tags.
pub fn flatten(rules: &[Rule]) -> Result<Grammar, String> {
    let index: BTreeMap<&str, usize> = rules
        .iter()
        .enumerate()
        .map(|(i, rule)| (rule.name.as_str(), i))
        .collect();
    for implicit in ["WHITESPACE", "COMMENT"] {
        if index.contains_key(implicit) {
            return Err(format!(
                "{implicit} must not be defined: blanks are explicit in this grammar"
            ));
        }
    }
    let mut flat = Flattener {
        index,
        nodes: Vec::new(),
    };
    let mut out = Vec::new();
    for rule in rules {
        let kind = match rule.ty {
            RuleType::Normal | RuleType::CompoundAtomic => Kind::Normal,
            RuleType::Silent => Kind::Silent,
            RuleType::Atomic => Kind::Atomic,
            RuleType::NonAtomic => {
                return Err(format!(
                    "{}: non-atomic rules have no use without implicit blanks",
                    rule.name
                ));
            }
        };
        let body = flat.node(&rule.expr, &rule.name)?;
        out.push((rule.name.clone(), kind, body));
    }
    Ok(Grammar {
        rules: out,
        nodes: flat.nodes,
    })
}

struct Flattener<'a> {
    index: BTreeMap<&'a str, usize>,
    nodes: Vec<Node>,
}

impl Flattener<'_> {
    fn push(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn node(&mut self, expr: &Expr, rule: &str) -> Result<usize, String> {
        let node = match expr {
            Expr::Str(text) => Node::Str(text.clone()),
            Expr::Insens(text) => Node::Insensitive(text.clone()),
            Expr::Range(from, to) => Node::Range(one_char(from, rule)?, one_char(to, rule)?),
            Expr::Ident(name) => return self.ident(name, rule),
            Expr::PosPred(inner) => Node::Positive(self.node(inner, rule)?),
            Expr::NegPred(inner) => Node::Negative(self.node(inner, rule)?),
            Expr::Opt(inner) => Node::Opt(self.node(inner, rule)?),
            Expr::Rep(inner) => Node::Rep(self.node(inner, rule)?),
            Expr::RepOnce(inner) => self.repeated(inner, 1, None, rule)?,
            Expr::RepExact(inner, n) => self.repeated(inner, *n, Some(*n), rule)?,
            Expr::RepMin(inner, min) => self.repeated(inner, *min, None, rule)?,
            Expr::RepMax(inner, max) => self.repeated(inner, 0, Some(*max), rule)?,
            Expr::RepMinMax(inner, min, max) => self.repeated(inner, *min, Some(*max), rule)?,
            Expr::Seq(..) => {
                let mut parts = Vec::new();
                let mut rest = expr;
                while let Expr::Seq(left, right) = rest {
                    parts.push(self.node(left, rule)?);
                    rest = right;
                }
                parts.push(self.node(rest, rule)?);
                Node::Seq(parts)
            }
            Expr::Choice(..) => {
                let mut parts = Vec::new();
                self.alternatives(expr, rule, &mut parts)?;
                Node::Choice(parts)
            }
            _ => {
                return Err(format!(
                    "{rule}: `{expr}` is not supported by the parser's tables"
                ));
            }
        };
        Ok(self.push(node))
    }

    fn alternatives(
        &mut self,
        expr: &Expr,
        rule: &str,
        out: &mut Vec<usize>,
    ) -> Result<(), String> {
        if let Expr::Choice(left, right) = expr {
            self.alternatives(left, rule, out)?;
            self.alternatives(right, rule, out)
        } else {
            out.push(self.node(expr, rule)?);
            Ok(())
        }
    }

    fn repeated(
        &mut self,
        inner: &Expr,
        min: u32,
        max: Option<u32>,
        rule: &str,
    ) -> Result<Node, String> {
        let mut parts = Vec::new();
        for _ in 0..min {
            parts.push(self.node(inner, rule)?);
        }
        match max {
            None => {
                let inner = self.node(inner, rule)?;
                parts.push(self.push(Node::Rep(inner)));
            }
            Some(max) => {
                for _ in min..max {
                    let inner = self.node(inner, rule)?;
                    parts.push(self.push(Node::Opt(inner)));
                }
            }
        }
        Ok(Node::Seq(parts))
    }

    fn ident(&mut self, name: &str, rule: &str) -> Result<usize, String> {
        if let Some(target) = self.index.get(name) {
            let node = Node::Rule(*target);
            return Ok(self.push(node));
        }
        let range = |from, to| Node::Range(from, to);
        let builtin = match name {
            "ANY" => vec![Node::Any],
            "SOI" => vec![Node::Soi],
            "EOI" => vec![Node::Eoi],
            "ASCII_DIGIT" => vec![range('0', '9')],
            "ASCII_NONZERO_DIGIT" => vec![range('1', '9')],
            "ASCII_ALPHA_LOWER" => vec![range('a', 'z')],
            "ASCII_ALPHA_UPPER" => vec![range('A', 'Z')],
            "ASCII_ALPHA" => vec![range('a', 'z'), range('A', 'Z')],
            "NEWLINE" => ["\n", "\r\n", "\r"]
                .map(|end| Node::Str(end.to_owned()))
                .into(),
            "ASCII_ALPHANUMERIC" => vec![range('a', 'z'), range('A', 'Z'), range('0', '9')],
            _ => return Err(format!("{rule}: unknown rule `{name}`")),
        };
        let mut parts: Vec<usize> = builtin.into_iter().map(|node| self.push(node)).collect();
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => self.push(Node::Choice(parts)),
        })
    }
}

fn one_char(text: &str, rule: &str) -> Result<char, String> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => Ok(c),
        _ => Err(format!("{rule}: `{text}` is not one character")),
    }
}
