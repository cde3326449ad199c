//! The published list of words without a meaning of their own: two lines that differ only in what one entry says are the same.
//! The metamorphic law (`coverage --mutate`) knows no other.

/// Wordings that mean the same, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meaningless {
    /// The wordings; each may stand for each other. `_` is one word, the same in all; `*` is any one word.
    pub wordings: &'static [&'static str],
    /// Why they mean the same.
    pub reason: &'static str,
}

/// Wordings with the same meaning in the intermediate representation.
pub const MEANINGLESS: &[Meaningless] = &[
    Meaningless {
        wordings: &["then", ""],
        reason: "`then`: instructions are followed in the order they are written (CR 608.2c)",
    },
    Meaningless {
        wordings: &["you", ""],
        reason: "`you`: an instruction without a subject is to the controller (CR 109.5, 608.2c)",
    },
    Meaningless {
        wordings: &["all _", "_"],
        reason: "`all`: what is said of creatures is said of all of them",
    },
    Meaningless {
        wordings: &["your opponents", "opponents"],
        reason: "`your opponents`: opponents are yours (CR 102.2)",
    },
    Meaningless {
        wordings: &["put the rest", "the rest"],
        reason: "`put`: one verb serves both things that are put somewhere",
    },
    Meaningless {
        wordings: &["of the revealed cards", "of the cards"],
        reason: "`revealed`: what was revealed or looked at is all there is a rest of",
    },
    Meaningless {
        wordings: &["each _ or _", "each _ and _"],
        reason: "`each`: each thing that is of one kind or another is each of both kinds",
    },
    Meaningless {
        wordings: &["both own and", "own and"],
        reason: "`both`: own and control is both",
    },
    Meaningless {
        wordings: &["then it", "then they", "then"],
        reason: "`then it`: a clause without a subject is about that of the clause before it",
    },
    Meaningless {
        wordings: &["it has", "has"],
        reason: "`then it`: a clause without a subject is about that of the clause before it",
    },
    Meaningless {
        wordings: &["greatest", "highest"],
        reason: "`greatest`, `highest`: both name the most",
    },
    Meaningless {
        wordings: &["the upkeep", "upkeep"],
        reason: PART,
    },
    Meaningless {
        wordings: &["the declare _", "declare _"],
        reason: PART,
    },
    Meaningless {
        wordings: &["isn't a _", "isn't _"],
        reason: "`isn't a creature`: a type is named with or without the article",
    },
    Meaningless {
        wordings: &["each draw", "draw"],
        reason: EACH,
    },
    Meaningless {
        wordings: &["the total _", "the _"],
        reason: "`total`: what several lost is added up",
    },
    Meaningless {
        wordings: &["as long as", "if"],
        reason: "`if`: a static ability holds while its condition does (CR 611.3a)",
    },
    Meaningless {
        wordings: &["each get", "get"],
        reason: EACH,
    },
    Meaningless {
        wordings: &["each gain", "gain"],
        reason: EACH,
    },
    Meaningless {
        wordings: &["each have", "have"],
        reason: EACH,
    },
    Meaningless {
        wordings: &["each deal", "deal"],
        reason: EACH,
    },
    Meaningless {
        wordings: &["it has", "it gains"],
        reason: HAS,
    },
    Meaningless {
        wordings: &["they have", "they gain"],
        reason: HAS,
    },
    Meaningless {
        wordings: &["_ has _", "_ gains _"],
        reason: HAS,
    },
    Meaningless {
        wordings: &["each player's _", "each _"],
        reason: "`each player's upkeep`: every upkeep is a player's",
    },
    Meaningless {
        wordings: &["each of your turns", "your turn"],
        reason: "`each of your turns`: any turn of yours is meant",
    },
    Meaningless {
        wordings: &["for as long as", "as long as"],
        reason: "`for`: a duration is named by its condition alone (CR 611.2b)",
    },
    Meaningless {
        wordings: &["and _", "_"],
        reason: "`and`: clauses of one sentence are joined with or without it",
    },
    Meaningless {
        wordings: &["or a _", "or an _", "or _"],
        reason: "`a`: one article is enough for all that is joined",
    },
    Meaningless {
        wordings: &["that player's", "their"],
        reason: THAT,
    },
    Meaningless {
        wordings: &["and it _", "and _"],
        reason: "`it`: what is said together needs its subject once",
    },
    Meaningless {
        wordings: &["additional", ""],
        reason: "`additional`: counters that something enters with come to any others (CR 614.1c)",
    },
    Meaningless {
        wordings: &["another target", "other target"],
        reason: "`another`: one target beside the object itself is meant either way",
    },
    Meaningless {
        wordings: &["that's _", "_"],
        reason: "`that's attacking you`: the participle alone says it",
    },
    Meaningless {
        wordings: &["until end of turn and", "and"],
        reason: DURATION,
    },
    Meaningless {
        wordings: &["other creature types", "other types"],
        reason: "`creature`: what a subtype is added to keeps all its other types (CR 205.1b)",
    },
    Meaningless {
        wordings: &["the end of combat step", "end of combat step"],
        reason: "`the`: the step is named with and without it",
    },
    Meaningless {
        wordings: &["was _ this way", "is _ this way"],
        reason: WAS,
    },
    Meaningless {
        wordings: &["were _ this way", "are _ this way"],
        reason: WAS,
    },
    Meaningless {
        wordings: &["and/or", "or"],
        reason: AND_OR,
    },
    Meaningless {
        wordings: &["and/or", "and"],
        reason: AND_OR,
    },
    Meaningless {
        wordings: &["this *", "this *"],
        reason: "`this creature`: the noun only names the object with the ability (CR 201.5)",
    },
    Meaningless {
        wordings: &["become a _", "become an _", "become _"],
        reason: ARTICLE,
    },
    Meaningless {
        wordings: &["whenever a _", "whenever an _", "whenever _"],
        reason: ARTICLE,
    },
    Meaningless {
        wordings: &["taps a _", "taps an _", "taps _"],
        reason: ARTICLE,
    },
    Meaningless {
        wordings: &["that target a _", "that target an _", "that target _"],
        reason: ARTICLE,
    },
    Meaningless {
        wordings: &["isn't an _", "isn't _"],
        reason: "`isn't a creature`: a type is named with or without the article",
    },
    Meaningless {
        wordings: &["the rest back on", "the rest on"],
        reason: "`back`: the place where the rest goes is named",
    },
    Meaningless {
        wordings: &["their controller's next", "their next"],
        reason: "`controller's`: what is said of the steps of an object is of its controller's (CR 502.3)",
    },
    Meaningless {
        wordings: &["card or _ card", "or _ card"],
        reason: JOINED,
    },
    Meaningless {
        wordings: &["card or _ _ card", "or _ _ card"],
        reason: JOINED,
    },
    Meaningless {
        wordings: &["spell or _ spell", "or _ spell"],
        reason: JOINED,
    },
    Meaningless {
        wordings: &["or to activate", "or activate"],
        reason: JOINED,
    },
    Meaningless {
        wordings: &["each become", "become"],
        reason: EACH,
    },
    Meaningless {
        wordings: &["each create", "create"],
        reason: EACH,
    },
    Meaningless {
        wordings: &["upkeep steps", "upkeep"],
        reason: PART,
    },
    Meaningless {
        wordings: &["the draw step", "draw step"],
        reason: PART,
    },
    Meaningless {
        wordings: &["and ~ _", "and _"],
        reason: SUBJECT,
    },
    Meaningless {
        wordings: &["then ~ _", "then _"],
        reason: SUBJECT,
    },
    Meaningless {
        wordings: &["or ~ _", "or _"],
        reason: SUBJECT,
    },
    Meaningless {
        wordings: &["other land types", "other types"],
        reason: "`creature`: what a subtype is added to keeps all its other types (CR 205.1b)",
    },
    Meaningless {
        wordings: &["two additional lands", "up to two additional lands"],
        reason: LANDS,
    },
    Meaningless {
        wordings: &["three additional lands", "up to three additional lands"],
        reason: LANDS,
    },
    Meaningless {
        wordings: &["has cast", "cast"],
        reason: WAS,
    },
    Meaningless {
        wordings: &["all players' hands", "all hands"],
        reason: "`players'`: hands and graveyards are players' (CR 402.1, 404.1)",
    },
    Meaningless {
        wordings: &["in your opponents'", "in opponents'"],
        reason: "`your`: opponents are your opponents (CR 102.3)",
    },
    Meaningless {
        wordings: &["as long as any player", "as long as a player"],
        reason: "`any`: one of them is enough",
    },
    Meaningless {
        wordings: &["among _ they control", "among _ that player controls"],
        reason: THAT,
    },
    Meaningless {
        wordings: &["other instant and sorcery", "other instant or sorcery"],
        reason: AND_OR,
    },
];

/// Wordings whose meanings differ, but that make no difference in a game.
pub const INDIFFERENT: &[Meaningless] = &[
    Meaningless {
        wordings: &["was", "is"],
        reason: "`was`, `is`: what is no longer there is looked at as it last was (CR 608.2h)",
    },
    Meaningless {
        wordings: &[
            "the sacrificed _",
            "the discarded _",
            "the milled _",
            "the tapped _",
            "the exiled _",
            "the revealed _",
            "the chosen _",
            "the _",
        ],
        reason: "`the sacrificed creature`: the noun finds what was spoken of, and the participle adds nothing",
    },
    Meaningless {
        wordings: &["when", "whenever"],
        reason: "`when`, `whenever`: both begin a trigger condition (CR 603.1)",
    },
    Meaningless {
        wordings: &["until end of turn", "this turn"],
        reason: "`until end of turn`, `this turn`: both end in the cleanup step (CR 514.2)",
    },
    Meaningless {
        wordings: &["enchanted *", "enchanted *"],
        reason: ATTACHED,
    },
    Meaningless {
        wordings: &["each player may", "any player may"],
        reason: ANY_MAY,
    },
    Meaningless {
        wordings: &["each opponent may", "any opponent may"],
        reason: ANY_MAY,
    },
    Meaningless {
        wordings: &["that *", "that *"],
        reason: THAT,
    },
    Meaningless {
        wordings: &["those *", "those *"],
        reason: THAT,
    },
    Meaningless {
        wordings: &["that player's", "their"],
        reason: THAT,
    },
    Meaningless {
        wordings: &["that player controls", "they control"],
        reason: THAT,
    },
    Meaningless {
        wordings: &[
            "your opponents control",
            "an opponent controls",
            "each opponent controls",
        ],
        reason: "`an opponent controls`: an object has one controller (CR 109.4)",
    },
    Meaningless {
        wordings: &[
            "into your _",
            "into their _",
            "into that player's _",
            "into their owner's _",
        ],
        reason: OWNER,
    },
    Meaningless {
        wordings: &[
            "to your _",
            "to their _",
            "to their owner's _",
            "to that player's _",
        ],
        reason: OWNER,
    },
    Meaningless {
        wordings: &[
            "of your library",
            "of their library",
            "of that player's library",
        ],
        reason: OWNER,
    },
    Meaningless {
        wordings: &["enchanted * *", "enchanted *"],
        reason: ATTACHED,
    },
    Meaningless {
        wordings: &["that _ or *", "that _ or *"],
        reason: THAT,
    },
    Meaningless {
        wordings: &["the exiled *", "the exiled *"],
        reason: EXILED,
    },
    Meaningless {
        wordings: &["the chosen *", "the chosen *"],
        reason: EXILED,
    },
    Meaningless {
        wordings: &["the sacrificed *", "the sacrificed *"],
        reason: EXILED,
    },
    Meaningless {
        wordings: &["the discarded *", "the discarded *"],
        reason: EXILED,
    },
    Meaningless {
        wordings: &["the revealed *", "the revealed *"],
        reason: EXILED,
    },
    Meaningless {
        wordings: &["for up to _", "for _", "for one or _"],
        reason: SEARCH,
    },
    Meaningless {
        wordings: &["for any number of", "for one or more"],
        reason: SEARCH,
    },
    Meaningless {
        wordings: &["that _ or *", "that _ *"],
        reason: THAT,
    },
    Meaningless {
        wordings: &["until end of turn and", "and"],
        reason: DURATION,
    },
    Meaningless {
        wordings: &["to you and _", "to you or _"],
        reason: "`to you and ...`: damage is dealt to one or the other of them (CR 120.1)",
    },
    Meaningless {
        wordings: &["copy of any _", "copy of a _", "copy of an _"],
        reason: "`any`: which creature is copied is chosen either way (CR 707.5)",
    },
    Meaningless {
        wordings: &["and/or", "or"],
        reason: AND_OR,
    },
    Meaningless {
        wordings: &["each", "all"],
        reason: "`each`, `all`: what is done to several things is done to each of them",
    },
    Meaningless {
        wordings: &["the next turn's upkeep", "the next upkeep"],
        reason: "`the next turn's upkeep`: the upkeep of this turn has begun (CR 502.4)",
    },
    Meaningless {
        wordings: &["under your control", ""],
        reason: "`under your control`: who puts something onto the battlefield controls it (CR 110.2a)",
    },
    Meaningless {
        wordings: &["an opponent owns", "each opponent owns"],
        reason: "`an opponent owns`: an object has one owner (CR 108.3)",
    },
    Meaningless {
        wordings: &[
            "and each _ they control",
            "and each _ that player controls",
            "and each _ an opponent controls",
            "and each _ each opponent controls",
            "and each _ your opponents control",
        ],
        reason: "`each opponent and each creature they control`: each opponent is one of them",
    },
    Meaningless {
        wordings: &["that player puts", "defending player puts"],
        reason: OWNER,
    },
    Meaningless {
        wordings: &["that player controls", "defending player controls"],
        reason: THAT,
    },
    Meaningless {
        wordings: &["in each player's hand", "in a player's hand"],
        reason: "`each player's hand`: a card is in the hand of one player",
    },
    Meaningless {
        wordings: &["each _ you control enters", "a _ you control enters"],
        reason: "`each`: what is said of something that enters holds whenever one does (CR 614.12)",
    },
    Meaningless {
        wordings: &["the creature", "the permanent", "the card", "the spell"],
        reason: THAT,
    },
    Meaningless {
        wordings: &["the blocking creature", "the creature"],
        reason: THAT,
    },
    Meaningless {
        wordings: &["that * card's", "that card's"],
        reason: THAT,
    },
    Meaningless {
        wordings: &["that * card", "that card"],
        reason: THAT,
    },
    Meaningless {
        wordings: &["that * _ card", "that _ * card", "that _ card"],
        reason: THAT,
    },
    Meaningless {
        wordings: &["that nonland permanent card", "that nonland permanent"],
        reason: THAT,
    },
    Meaningless {
        wordings: &[
            "creature they control that's blocking",
            "permanent they control that's blocking",
        ],
        reason: "`creature`: only creatures block (CR 509.1a)",
    },
    Meaningless {
        wordings: &["creature and each player", "creature or each player"],
        reason: "`and`: damage is dealt to one or the other of them (CR 120.1)",
    },
    Meaningless {
        wordings: &["opponents and a", "opponents or a"],
        reason: "`or`: one creature attacks one or the other (CR 508.1b)",
    },
    Meaningless {
        wordings: &["each _ creature you control", "a _ creature you control"],
        reason: ENTERS,
    },
    Meaningless {
        wordings: &[
            "each creature you control that's",
            "a creature you control that's",
        ],
        reason: ENTERS,
    },
    Meaningless {
        wordings: &[
            "the permanent you",
            "the planeswalker you",
            "the creature you",
        ],
        reason: THAT,
    },
    Meaningless {
        wordings: &["you puts", "that player puts"],
        reason: OWNER,
    },
    Meaningless {
        wordings: &["the tapped _", "the untapped _"],
        reason: THAT,
    },
];

const AND_OR: &str = "`and/or`: a list of descriptions takes in what fits any of them";
const LANDS: &str = "`up to`: lands that may be played need not be (CR 305.2)";
const ENTERS: &str =
    "`each`: what is said of something that enters holds whenever one does (CR 614.12)";
const ARTICLE: &str = "`a`: one of a kind is named with or without the article";
const JOINED: &str = "`card`, `to`: what is joined needs the word that belongs to all of it once";
const SUBJECT: &str = "`it`: what is said together needs its subject once";
const PART: &str = "`the upkeep`: a part of a turn is named with or without the article";
const EACH: &str = "`each`: what several creatures get or do, every one of them does";
const HAS: &str =
    "`has ... until end of turn`: an ability that is had for a time is gained for it (CR 611.2)";
const DURATION: &str =
    "`until end of turn`: said at the end, a duration holds for all that is said of one thing";
const WAS: &str = "`was destroyed this way`: what an effect has done is told in either tense";
const EXILED: &str = "`the exiled card`: the participle finds it, and the noun adds nothing";
const SEARCH: &str = "`up to`: cards with a stated quality need not be found (CR 701.23b)";
const ANY_MAY: &str = "`any player may`: every one of them is asked, in turn order (CR 101.4)";
const THAT: &str =
    "`that creature`, `that player`: the noun finds what was spoken of, and adds nothing to it";
const OWNER: &str =
    "`into your hand`: a card goes to its owner's zone whosever is named (CR 400.3)";
const ATTACHED: &str = "`enchanted creature`: whatever is enchanted is meant (CR 303.4m)";

/// Why two texts that differ in one place mean the same, if a list says so.
#[must_use]
pub fn reason(one: &str, other: &str, list: &[Meaningless]) -> Option<&'static str> {
    let (one, other) = (words(one), words(other));
    let entry = list.iter().find(|entry| {
        let wordings = entry.wordings.iter().enumerate();
        wordings.clone().any(|(a, from)| {
            wordings
                .clone()
                .any(|(b, to)| (a != b || *from == *to) && leads(&one, &other, from, to))
        })
    });
    entry.map(|entry| entry.reason)
}

/// Whether a text becomes another by one replacement.
fn leads(text: &[&str], wanted: &[&str], from: &str, to: &str) -> bool {
    let from: Vec<&str> = from.split_whitespace().collect();
    let to: Vec<&str> = to.split_whitespace().collect();
    if text.len() + to.len() != wanted.len() + from.len() {
        return false;
    }
    (0..=text.len().saturating_sub(from.len())).any(|at| {
        let (end, wanted_end) = (at + from.len(), at + to.len());
        let Some(before) = fits(text.get(at..end), &from) else {
            return false;
        };
        fits(wanted.get(at..wanted_end), &to) == Some(before)
            && text.get(..at) == wanted.get(..at)
            && text.get(end..) == wanted.get(wanted_end..)
    })
}

/// The words at the holes of a pattern, if the words fit it.
fn fits<'t>(words: Option<&[&'t str]>, pattern: &[&str]) -> Option<Vec<&'t str>> {
    let words = words?;
    let mut holes = Vec::new();
    for (word, pattern) in words.iter().zip(pattern) {
        match *pattern {
            "_" => holes.push(*word),
            "*" => {}
            known if known == *word => {}
            _ => return None,
        }
    }
    Some(holes)
}

/// Words and symbols, without signs.
fn words(text: &str) -> Vec<&str> {
    text.split([' ', '.', ',', ':', ';', '"', '\n', '—', '•'])
        .filter(|word| !word.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_entry_explains_one_difference() {
        let same = |one, other| reason(one, other, MEANINGLESS).is_some();
        assert!(same(
            "draw a card, then discard a card.",
            "draw a card, discard a card."
        ));
        assert!(same("all spirits have flying.", "spirits have flying."));
        assert!(same("tap this creature: draw.", "tap this artifact: draw."));
        assert!(same(
            "at the beginning of each player's upkeep, draw.",
            "at the beginning of each upkeep, draw."
        ));
        assert!(!same(
            "draw a card, then discard a card.",
            "draw a card, discard two cards."
        ));
        assert!(!same("draw a card.", "draw card."));
        assert!(!same(
            "this creature fights that creature.",
            "that creature fights this creature."
        ));
        let hand = |one, other| reason(one, other, INDIFFERENT).is_some();
        assert!(hand(
            "put it into your hand.",
            "put it into that player's hand."
        ));
        assert!(!hand(
            "put it into your hand.",
            "put it into an opponent's graveyard."
        ));
    }
}
