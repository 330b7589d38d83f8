//! Kinds of steps and their frequencies.

use tala_tests::{at, days, hours, later, minutes};

use crate::concurrency::{Doing, in_turns, interrupted};
use crate::random::Random;
use crate::world::{World, seconds};
use crate::{admin, buying, classes, expected_slots, families, faults, payday, provider};

/// Kind of a step; its details are chosen when it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepKind {
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
    Snapshot,
    Offer,
    Office,
    Gift,
    Apply,
    Decide,
    Payout,
    Family,
}

use StepKind::{
    Apply, Bank, BuyClass, BuyPackage, Cancel, Decide, Deliver, Family, Fault, Forge, Gift, GiveUp, Grant, Hours, Look,
    Move, Offer, Office, Pay, Payout, Publish, Rate, Refunds, SayPaid, Snapshot, SpendCredits, StopCoupon, Webhooks,
    Work,
};

/// Relative frequency of each step.
const ALL: [(usize, StepKind); 29] = [
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
    (1, Snapshot),
    (3, Offer),
    (5, Office),
    (1, Gift),
    (1, Apply),
    (1, Decide),
    (5, Payout),
    (1, Family),
];

/// Steps that run concurrently, and that may be interrupted.
const CONCURRENT: [(usize, StepKind); 14] = [
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
    (1, Family),
];

const MAX_POLLS: i64 = 70;
/// For this many steps after an interruption no step may assume that it runs alone.
const STEPS_AFTER_INTERRUPTION: u32 = 3;

/// Runs one step, several concurrently, or an interrupted one; or advances the clock. Returns the number of steps.
pub(crate) async fn step(world: &mut World<'_>) -> u64 {
    let mut random = world.random.fork();
    // A commit that was interrupted may take effect a little later.
    let moments = world.interrupted.get();
    world.interrupted.set(moments.saturating_sub(1));
    world.alone.set(moments == 0);
    let mut steps = 1;
    match random.below(100) {
        0..16 => pass_time(world, &mut random).await,
        16..26 => steps = run_concurrently(world, &mut random).await,
        26..34 => run_interrupted(world, &mut random).await,
        34 => another_process(world, &mut random),
        35 => faults::correct_clock(world, &mut random),
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
    world.trace.write(format!("{passed} s pass: it is {}", world.app().now()));
}

/// Days of clock changes and payouts: New York, payouts in India, London, payouts, Lord Howe, payouts. A life ends
/// before the first jobs are purged.
const SPECIAL_DAYS: [&str; 7] = [
    "2026-03-08T07:00:00Z",
    "2026-03-14T18:30:00Z",
    "2026-03-29T01:00:00Z",
    "2026-03-31T18:30:00Z",
    "2026-04-04T15:00:00Z",
    "2026-04-14T18:30:00Z",
    "2026-04-30T18:30:00Z",
];

/// Advances the clock to shortly before such a day, if one is near.
async fn skip_to_day_of_note(world: &World<'_>, random: &mut Random) {
    let now = world.app().now();
    let Some(day) = SPECIAL_DAYS.map(at).into_iter().find(|day| *day > later(now, hours(3))) else { return };
    let before = later(day, -minutes(random.between(0, 150)));
    world.pass(before.duration_since(now).min(days(10))).await;
    world.trace.write(format!("nothing happens for a while: it is {}", world.app().now()));
}

async fn run_concurrently(world: &World<'_>, random: &mut Random) -> u64 {
    world.alone.set(false);
    let acts: Vec<StepKind> = (0..random.between(2, 4)).map(|_| random.weighed(&CONCURRENT)).collect();
    world.trace.write(format!("concurrently: {acts:?}"));
    let doings = acts.iter().map(|act| Box::pin(perform(world, *act, random.fork())) as Doing<'_, ()>).collect();
    in_turns(random, doings).await;
    u64::try_from(acts.len()).unwrap()
}

async fn run_interrupted(world: &World<'_>, random: &mut Random) {
    world.alone.set(false);
    let act = random.weighed(&CONCURRENT);
    let polls = random.between(1, MAX_POLLS);
    world.trace.write(format!("{act:?}, broken off after {polls} polls"));
    let doing = Box::pin(perform(world, act, random.fork()));
    let ended = interrupted(polls, doing).await.is_some();
    if !ended {
        world.interrupted.set(STEPS_AFTER_INTERRUPTION);
        let_commits_end(world).await;
    }
    world.trace.write(if ended { "… which came to its end before" } else { "… broken off" });
}

/// SQLite writers take turns: an interrupted commit has finished before this one.
async fn let_commits_end(world: &World<'_>) {
    if let Ok(tx) = world.app().ctx.store.begin().await {
        let _ = tx.commit().await;
    }
}

/// The process stops, and another one starts.
fn another_process(world: &World<'_>, random: &mut Random) {
    let server = random.below(2);
    world.send_webhooks_to(server);
    world.trace.write(format!("process {server} has it from now on"));
}

async fn perform(world: &World<'_>, act: StepKind, mut random: Random) {
    let random = &mut random;
    match act {
        BuyClass => buying::buy_class(world, random).await,
        BuyPackage => buying::buy_package(world, random).await,
        SayPaid => buying::say_paid(world, random).await,
        GiveUp => buying::abandon(world, random).await,
        Look => buying::look(world, random).await,
        SpendCredits => classes::spend_credits(world, random).await,
        Cancel => classes::cancel(world, random).await,
        Move => classes::reschedule_class(world, random).await,
        Hours => classes::change_hours(world, random).await,
        Publish => classes::publish(world, random).await,
        StopCoupon => classes::deactivate_coupon(world, random).await,
        Grant => {
            let student = random.below(world.students.len());
            world.trace.write(format!("{} is given credits", world.students[student].name));
            world.grant(student, 1, random.between(1, 15)).await;
        }
        Pay => provider::pay(world, random).await,
        Bank => provider::bank(world, random),
        Refunds => provider::refunds(world, random).await,
        Deliver => {
            let sent = world.app().provider.deliver_due().await;
            world.trace.write(format!("{sent} webhooks sent"));
        }
        Webhooks => provider::webhooks(world, random),
        Fault => provider::fault(world, random),
        Work => work(world, random).await,
        Forge => faults::forge(world, random).await,
        Rate => faults::change_rate(world, random).await,
        Snapshot => faults::check_ledger(world, random).await,
        Offer => expected_slots::compare(world, random).await,
        Office => admin::act(world, random).await,
        Gift => admin::grant_credits(world, random).await,
        Apply => admin::apply(world, random).await,
        Decide => admin::decide(world, random).await,
        Payout => payday::act(world, random).await,
        Family => families::act(world, random).await,
    }
}

/// Runs the due jobs. If the database is busy, the error must be a retryable one.
async fn work(world: &World<'_>, random: &mut Random) {
    use tala_store::StoreError::{Serialization, Unavailable};
    let app = world.server(random);
    match tala_app::worker::run_due_jobs(&app.ctx).await {
        Ok(tried) => world.trace.write(format!("the worker tries {tried} jobs")),
        Err(error @ (Serialization(_) | Unavailable(_))) if !world.alone.get() => {
            world.trace.write(format!("the worker gives up for now: {error}"));
        }
        Err(error) => panic!("the worker: {error}"),
    }
}
