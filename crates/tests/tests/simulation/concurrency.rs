//! Concurrent and interrupted steps; the seed decides about both.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use crate::random::Random;

/// A step in progress.
pub(crate) type Doing<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// A step that is pending longer than this waits for another one of its group, and is skipped until it is woken.
const PATIENCE: Duration = Duration::from_millis(1);
const LONGEST_TURN: i64 = 6;

/// Runs all steps to completion: a few polls of one, then a few of another. The seed chooses which, and how many polls,
/// so a replay interleaves them in the same way, as far as the timing of database and provider allows.
pub(crate) async fn in_turns<T>(random: &mut Random, doings: Vec<Doing<'_, T>>) -> Vec<T> {
    let mut left: Vec<_> = doings.into_iter().enumerate().map(|(number, doing)| Turn::new(number, doing)).collect();
    let mut done = Vec::new();
    while !left.is_empty() {
        let ready: Vec<usize> = (0..left.len()).filter(|turn| left[*turn].may_go_on()).collect();
        if ready.is_empty() {
            any_awake(&left).await;
            continue;
        }
        let chosen = *random.pick(&ready);
        if let Some(outcome) = left[chosen].go_on(random.between(1, LONGEST_TURN)).await {
            done.push((left.swap_remove(chosen).number, outcome));
        }
    }
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, outcome)| outcome).collect()
}

struct Turn<'a, T> {
    number: usize,
    doing: Doing<'a, T>,
    wake_flag: Arc<WakeFlag>,
    /// It was polled in vain.
    passed_over: bool,
}

/// Records a wake-up.
struct WakeFlag {
    rung: AtomicBool,
    listener: Mutex<Option<Waker>>,
}

impl WakeFlag {
    /// Resolves after a wake-up.
    fn poll_rung(&self, cx: &Context<'_>) -> Poll<()> {
        *self.listener.lock().unwrap() = Some(cx.waker().clone());
        if self.rung.load(Ordering::SeqCst) { Poll::Ready(()) } else { Poll::Pending }
    }
}

impl Wake for WakeFlag {
    fn wake(self: Arc<Self>) {
        self.rung.store(true, Ordering::SeqCst);
        if let Some(listener) = self.listener.lock().unwrap().take() {
            listener.wake();
        }
    }
}

impl<'a, T> Turn<'a, T> {
    fn new(number: usize, doing: Doing<'a, T>) -> Self {
        let wake_flag = Arc::new(WakeFlag { rung: AtomicBool::new(true), listener: Mutex::default() });
        Self { number, doing, wake_flag, passed_over: false }
    }

    fn may_go_on(&self) -> bool {
        !self.passed_over || self.wake_flag.rung.load(Ordering::SeqCst)
    }

    /// Polls up to this many times, unless it has to wait for another step before.
    async fn go_on(&mut self, polls: i64) -> Option<T> {
        for _ in 0..polls {
            let rung = tokio::time::timeout(PATIENCE, poll_fn(|cx| self.wake_flag.poll_rung(cx))).await;
            self.passed_over = rung.is_err();
            if self.passed_over {
                return None;
            }
            self.wake_flag.rung.store(false, Ordering::SeqCst);
            let waker = Waker::from(Arc::clone(&self.wake_flag));
            let outcome = poll_fn(|_| Poll::Ready(self.doing.as_mut().poll(&mut Context::from_waker(&waker)))).await;
            if let Poll::Ready(outcome) = outcome {
                return Some(outcome);
            }
            // Servers and workers that run beside get their turn, too.
            tokio::task::yield_now().await;
        }
        None
    }
}

async fn any_awake<T>(left: &[Turn<'_, T>]) {
    poll_fn(|cx| {
        let rung = left.iter().filter(|turn| turn.wake_flag.poll_rung(cx).is_ready()).count();
        if rung > 0 { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

/// Drops a step before this poll, as when a process stops or a client disconnects. `None` if it was dropped.
pub(crate) async fn interrupted<T>(polls: i64, mut doing: Doing<'_, T>) -> Option<T> {
    let mut left = polls;
    poll_fn(|cx| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        doing.as_mut().poll(cx).map(Some)
    })
    .await
}
