//! The parser has exactly the meaning that pest gives the grammar.

use pest_meta::{
    ast::{Expr, Rule as Written},
    optimizer::{OptimizedExpr as Op, OptimizedRule},
    parser,
};
use pest_vm::Vm;
use spellwright_grammar::{Node, Parser, Rule};
use std::fmt::Write;

const GRAMMAR: &str = include_str!(concat!(env!("OUT_DIR"), "/joined.pest"));

/// Ability lines of many shapes, ready for the grammar. Those that it cannot read must be refused by pest as well.
const LINES: &[&str] = &[
    "flying, vigilance",
    "first strike",
    "ward {2}",
    "bushido 2",
    "protection from black and from red",
    "{t}: add {g}.",
    "{3}{b}{b}: creatures you control gain lifelink until end of turn.",
    "{2}{w/u}, sacrifice another creature: draw a card, then discard a card.",
    "whenever you gain life, target opponent loses that much life.",
    "whenever ~ blocks or becomes blocked by a creature, change ~'s base power and toughness to that creature's power and toughness until end of turn.",
    "whenever an opponent loses life, you gain that much life.",
    "when ~ enters, you may search your library for a basic land card, put that card onto the battlefield tapped, then shuffle.",
    "at the beginning of your upkeep, if you control three or more artifacts, you win the game.",
    "creatures you control get +1/+1 and have trample.",
    "each other zombie you control has \"{t}: this creature deals 1 damage to any target.\"",
    "if a creature you control would die, exile it instead.",
    "if a permanent with a stun counter on it would become untapped, instead remove a stun counter from it.",
    "~ enters tapped with two +1/+1 counters on it.",
    "~ can't be blocked except by two or more creatures.",
    "as long as it's your turn, ~ has first strike.",
    "choose one — • destroy target artifact. • you gain 4 life.",
    "target player discards two cards unless they pay {3}.",
    "create two 1/1 white soldier creature tokens with vigilance.",
    "exile target creature an opponent controls until ~ leaves the battlefield.",
    "draw cards equal to the number of creatures you control.",
    "[+1]: until end of turn, ~ becomes a 4/4 dragon creature with flying.",
    "+1: draw a card.",
    "−3: target player sacrifices a creature.",
    "prevent all combat damage that would be dealt this turn.",
    "counter target spell unless its controller pays {x}.",
    "enchant creature",
    "equip {2}",
    "you may cast this spell without paying its mana cost.",
    "spells your opponents cast cost {1} more to cast.",
    "",
    " ",
    "~",
    "destroy target creature",
    "destroy target creature.trailing",
    "destory target creature.",
    "no|nland",
    "((((((((",
    "\"\"\"\"",
    "{{{{t}}}}",
    "until untill until",
    "é — “curly” • −1",
    "destroy target creature and destroy target creature and destroy target creature and",
];

/// A rule for pest's machine as it is written. Pest's own optimizer is left out: it turns `(a ~ b)* ~ a` into
/// `a ~ (b ~ a)*`, which matches more than the grammar says.
fn plain(rule: Written) -> OptimizedRule {
    fn expr(written: Expr) -> Op {
        let inner = |e: Box<Expr>| Box::new(expr(*e));
        match written {
            Expr::Str(text) => Op::Str(text),
            Expr::Insens(text) => Op::Insens(text),
            Expr::Range(from, to) => Op::Range(from, to),
            Expr::Ident(name) => Op::Ident(name),
            Expr::PosPred(e) => Op::PosPred(inner(e)),
            Expr::NegPred(e) => Op::NegPred(inner(e)),
            Expr::Seq(a, b) => Op::Seq(inner(a), inner(b)),
            Expr::Choice(a, b) => Op::Choice(inner(a), inner(b)),
            Expr::Opt(e) => Op::Opt(inner(e)),
            Expr::Rep(e) => Op::Rep(inner(e)),
            Expr::RepOnce(e) => Op::Seq(inner(e.clone()), Box::new(Op::Rep(inner(e)))),
            other => panic!("{other} is not used by the grammar"),
        }
    }
    OptimizedRule {
        name: rule.name,
        ty: rule.ty,
        expr: expr(rule.expr),
    }
}

fn with_pest(vm: &Vm, rule: Rule, line: &str) -> Option<String> {
    fn write(pairs: pest::iterators::Pairs<'_, &str>, out: &mut String) {
        for pair in pairs.filter(|pair| pair.as_rule() != "EOI") {
            let span = pair.as_span();
            let _ = write!(out, "({} {}..{}", pair.as_rule(), span.start(), span.end());
            write(pair.into_inner(), out);
            out.push(')');
        }
    }
    let pairs = vm.parse(rule.name(), line).ok()?;
    // Our parser reads the whole text; pest is content with its beginning if the rule does not ask for the end.
    if pairs
        .clone()
        .map(|pair| pair.as_span().end())
        .max()
        .unwrap_or(0)
        != line.len()
    {
        return None;
    }
    let mut out = String::new();
    write(pairs, &mut out);
    Some(out)
}

fn with_tables(parser: &mut Parser, rule: Rule, line: &str) -> Option<String> {
    fn write(node: Node<'_>, out: &mut String) {
        let _ = write!(
            out,
            "({} {}..{}",
            node.rule().name(),
            node.start(),
            node.end()
        );
        node.children().for_each(|child| write(child, out));
        out.push(')');
    }
    let tree = parser.parse(rule, line).ok()?;
    let mut out = String::new();
    tree.roots().for_each(|node| write(node, &mut out));
    Some(out)
}

#[test]
fn the_same_pairs_as_pest() {
    let whole = |text| parser::parse(parser::Rule::grammar_rules, text).unwrap();
    // Rule by rule, because pest's checks across rules take half a minute.
    let rules = whole(GRAMMAR)
        .filter(|pair| pair.as_rule() == parser::Rule::grammar_rule)
        .flat_map(|pair| parser::consume_rules(whole(pair.as_str())).unwrap());
    let vm = Vm::new(rules.map(plain).collect());
    let mut parser = Parser::default();
    // Lines of a file, one each, if a longer comparison is wanted.
    let more = std::env::var("SPELLWRIGHT_LINES")
        .map(|path| std::fs::read_to_string(path).unwrap())
        .unwrap_or_default();
    for line in LINES.iter().copied().chain(more.lines()) {
        for rule in entry_rules() {
            assert_eq!(
                with_tables(&mut parser, rule, line),
                with_pest(&vm, rule, line),
                "{} of {line:?}",
                rule.name()
            );
        }
    }
}

/// The rules that are asked for from outside: those that end a text.
fn entry_rules() -> impl Iterator<Item = Rule> {
    Rule::ALL.iter().copied().filter(|rule| {
        GRAMMAR.lines().any(|line| {
            line.split_whitespace().next() == Some(rule.name())
                && line.contains("{ SOI")
                && line.trim_end().ends_with("EOI }")
        })
    })
}

#[test]
fn there_are_entry_rules() {
    assert!(entry_rules().next().is_some());
}
