//! What can happen, and how often.

use tala_tests::{at, days, hours, later, minutes};

use crate::random::Random;
use crate::together::{Doing, broken_off, in_turns};
use crate::world::{World, seconds};
use crate::{buying, classes, offer, office, payday, provider, trouble};

/// A kind of event; everything else about it is chosen when it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    BuyClass,
    BuyPackage,
    SpendCredits,
    SayPaid,
    GiveUp,
    Cancel,
    Move,
    Look,
    Hours,
    Publish,
    StopCoupon,
    Grant,
    Pay,
    Bank,
    Refunds,
    Deliver,
    Webhooks,
    Fault,
    Work,
    Forge,
    Rate,
    Books,
    Offer,
    Office,
    Gift,
    Apply,
    Decide,
    Payout,
}

use Act::{
    Apply, Bank, Books, BuyClass, BuyPackage, Cancel, Decide, Deliver, Fault, Forge, Gift, GiveUp, Grant, Hours, Look,
    Move, Offer, Office, Pay, Payout, Publish, Rate, Refunds, SayPaid, SpendCredits, StopCoupon, Webhooks, Work,
};

/// How often each happens, in relation to the others.
const ALL: [(usize, Act); 28] = [
    (16, BuyClass),
    (5, BuyPackage),
    (5, SpendCredits),
    (12, SayPaid),
    (2, GiveUp),
    (5, Cancel),
    (4, Move),
    (3, Look),
    (1, Hours),
    (1, Publish),
    (1, StopCoupon),
    (1, Grant),
    (14, Pay),
    (3, Bank),
    (2, Refunds),
    (8, Deliver),
    (4, Webhooks),
    (4, Fault),
    (12, Work),
    (2, Forge),
    (1, Rate),
    (1, Books),
    (3, Offer),
    (5, Office),
    (1, Gift),
    (1, Apply),
    (1, Decide),
    (5, Payout),
];

/// What people and workers do at the same moment, and what dies with a process or a connection.
const BESIDE_EACH_OTHER: [(usize, Act); 13] = [
    (8, BuyClass),
    (3, BuyPackage),
    (5, SpendCredits),
    (8, SayPaid),
    (2, GiveUp),
    (4, Cancel),
    (4, Move),
    (5, Deliver),
    (8, Work),
    (1, Rate),
    (4, Office),
    (2, Decide),
    (4, Payout),
];

const MOST_POLLS: i64 = 70;
/// For so many steps after something was broken off nobody counts as alone.
const MOMENTS_AFTER: u32 = 3;

/// Lets one thing happen, or some at once, or one half; or time passes. Returns how many things that were.
pub(crate) async fn step(world: &mut World<'_>) -> u64 {
    let mut random = world.random.fork();
    // What was broken off in the middle of a commit may take effect some moments later.
    let moments = world.broken_off.get();
    world.broken_off.set(moments.saturating_sub(1));
    world.alone.set(moments == 0);
    let mut steps = 1;
    match random.below(100) {
        0..16 => pass_time(world, &mut random).await,
        16..26 => steps = at_once(world, &mut random).await,
        26..34 => half(world, &mut random).await,
        34 => another_process(world, &mut random),
        35 => trouble::turn_back_clock(world, &mut random),
        36 => skip_to_day_of_note(world, &mut random).await,
        _ => {
            let act = random.weighed(&ALL);
            perform(world, act, random).await;
        }
    }
    steps
}

async fn pass_time(world: &World<'_>, random: &mut Random) {
    let passed = match random.below(100) {
        0..45 => random.between(1, 120),
        45..75 => random.between(2, 60) * 60,
        75..93 => random.between(1, 12) * 3600,
        _ => random.between(1, 3) * 86_400,
    };
    world.pass(seconds(passed)).await;
    world.diary.write(format!("{passed} s pass: it is {}", world.desk().now()));
}

/// Days on which clocks change or money is due: New York, payouts in India, London, payouts, Lord Howe, payouts. A life is over
/// before work that was done is forgotten.
const DAYS_OF_NOTE: [&str; 7] = [
    "2026-03-08T07:00:00Z",
    "2026-03-14T18:30:00Z",
    "2026-03-29T01:00:00Z",
    "2026-03-31T18:30:00Z",
    "2026-04-04T15:00:00Z",
    "2026-04-14T18:30:00Z",
    "2026-04-30T18:30:00Z",
];

/// Time passes until shortly before such a day, if one is near.
async fn skip_to_day_of_note(world: &World<'_>, random: &mut Random) {
    let now = world.desk().now();
    let Some(day) = DAYS_OF_NOTE.map(at).into_iter().find(|day| *day > later(now, hours(3))) else { return };
    let before = later(day, -minutes(random.between(0, 150)));
    world.pass(before.duration_since(now).min(days(10))).await;
    world.diary.write(format!("nothing happens for a while: it is {}", world.desk().now()));
}

async fn at_once(world: &World<'_>, random: &mut Random) -> u64 {
    world.alone.set(false);
    let acts: Vec<Act> = (0..random.between(2, 4)).map(|_| random.weighed(&BESIDE_EACH_OTHER)).collect();
    world.diary.write(format!("at once: {acts:?}"));
    let doings = acts.iter().map(|act| Box::pin(perform(world, *act, random.fork())) as Doing<'_, ()>).collect();
    in_turns(random, doings).await;
    u64::try_from(acts.len()).unwrap()
}

async fn half(world: &World<'_>, random: &mut Random) {
    world.alone.set(false);
    let act = random.weighed(&BESIDE_EACH_OTHER);
    let polls = random.between(1, MOST_POLLS);
    world.diary.write(format!("{act:?}, broken off after {polls} polls"));
    let doing = Box::pin(perform(world, act, random.fork()));
    let ended = broken_off(polls, doing).await.is_some();
    if !ended {
        world.broken_off.set(MOMENTS_AFTER);
        let_commits_end(world).await;
    }
    world.diary.write(if ended { "… which came to its end before" } else { "… broken off" });
}

/// SQLite's writer serves one after the other: whoever was committing when broken off has done so before us.
async fn let_commits_end(world: &World<'_>) {
    if let Ok(tx) = world.desk().ctx.store.begin().await {
        let _ = tx.commit().await;
    }
}

/// The process dies, and another one starts.
fn another_process(world: &World<'_>, random: &mut Random) {
    let server = random.below(2);
    world.hear_news_at(server);
    world.diary.write(format!("process {server} has it from now on"));
}

async fn perform(world: &World<'_>, act: Act, mut random: Random) {
    let random = &mut random;
    match act {
        BuyClass => buying::buy_class(world, random).await,
        BuyPackage => buying::buy_package(world, random).await,
        SayPaid => buying::say_paid(world, random).await,
        GiveUp => buying::give_up(world, random).await,
        Look => buying::look(world, random).await,
        SpendCredits => classes::spend_credits(world, random).await,
        Cancel => classes::cancel(world, random).await,
        Move => classes::move_class(world, random).await,
        Hours => classes::change_hours(world, random).await,
        Publish => classes::publish(world, random).await,
        StopCoupon => classes::stop_coupon(world, random).await,
        Grant => {
            let student = random.below(world.students.len());
            world.diary.write(format!("{} is given credits", world.students[student].name));
            world.grant(student, 1, random.between(1, 15)).await;
        }
        Pay => provider::pay(world, random).await,
        Bank => provider::bank(world, random),
        Refunds => provider::refunds(world, random).await,
        Deliver => {
            let sent = world.desk().provider.deliver_due().await;
            world.diary.write(format!("{sent} webhooks sent"));
        }
        Webhooks => provider::webhooks(world, random),
        Fault => provider::fault(world, random),
        Work => work(world, random).await,
        Forge => trouble::forge(world, random).await,
        Rate => trouble::change_rate(world, random).await,
        Books => trouble::check_books(world, random).await,
        Offer => offer::compare(world, random).await,
        Office => office::act(world, random).await,
        Gift => office::give_credits(world, random).await,
        Apply => office::apply(world, random).await,
        Decide => office::decide(world, random).await,
        Payout => payday::act(world, random).await,
    }
}

/// A worker does what is due. A database that is busy with others may ask it to come back.
async fn work(world: &World<'_>, random: &mut Random) {
    use tala_store::StoreError::{Serialization, Unavailable};
    let desk = world.server(random);
    match tala_app::worker::run_due_jobs(&desk.ctx).await {
        Ok(tried) => world.diary.write(format!("the worker tries {tried} jobs")),
        Err(error @ (Serialization(_) | Unavailable(_))) if !world.alone.get() => {
            world.diary.write(format!("the worker gives up for now: {error}"));
        }
        Err(error) => panic!("the worker: {error}"),
    }
}
