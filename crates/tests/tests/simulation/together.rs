//! Several things at once, and things that are broken off: both as the seed says.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use crate::random::Random;

/// Something under way.
pub(crate) type Doing<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// Whoever cannot go on for longer waits for another of the same group, and is passed over until he can.
const PATIENCE: Duration = Duration::from_millis(1);
const LONGEST_TURN: i64 = 6;

/// Carries all of these on, a few awaits of one, then a few of another, until all are done. Which one, and how far, the
/// seed says; so the ways in which they can get into each other's way are the same in a replay, as far as the database's
/// and the provider's own timing allows.
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
    bell: Arc<Bell>,
    /// It was waited for, in vain.
    passed_over: bool,
}

/// Tells that something can go on.
struct Bell {
    rung: AtomicBool,
    listener: Mutex<Option<Waker>>,
}

impl Bell {
    /// Resolves when the bell has rung.
    fn poll_rung(&self, cx: &Context<'_>) -> Poll<()> {
        *self.listener.lock().unwrap() = Some(cx.waker().clone());
        if self.rung.load(Ordering::SeqCst) { Poll::Ready(()) } else { Poll::Pending }
    }
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.rung.store(true, Ordering::SeqCst);
        if let Some(listener) = self.listener.lock().unwrap().take() {
            listener.wake();
        }
    }
}

impl<'a, T> Turn<'a, T> {
    fn new(number: usize, doing: Doing<'a, T>) -> Self {
        let bell = Arc::new(Bell { rung: AtomicBool::new(true), listener: Mutex::default() });
        Self { number, doing, bell, passed_over: false }
    }

    fn may_go_on(&self) -> bool {
        !self.passed_over || self.bell.rung.load(Ordering::SeqCst)
    }

    /// So many polls, unless it has to wait for somebody else before that.
    async fn go_on(&mut self, polls: i64) -> Option<T> {
        for _ in 0..polls {
            let rung = tokio::time::timeout(PATIENCE, poll_fn(|cx| self.bell.poll_rung(cx))).await;
            self.passed_over = rung.is_err();
            if self.passed_over {
                return None;
            }
            self.bell.rung.store(false, Ordering::SeqCst);
            let waker = Waker::from(Arc::clone(&self.bell));
            let outcome = poll_fn(|_| Poll::Ready(self.doing.as_mut().poll(&mut Context::from_waker(&waker)))).await;
            if let Poll::Ready(outcome) = outcome {
                return Some(outcome);
            }
            // Servers and workers beside have their turn, too.
            tokio::task::yield_now().await;
        }
        None
    }
}

async fn any_awake<T>(left: &[Turn<'_, T>]) {
    poll_fn(|cx| {
        let rung = left.iter().filter(|turn| turn.bell.poll_rung(cx).is_ready()).count();
        if rung > 0 { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

/// Breaks something off before its so-and-so-many-th poll, as when a process dies or a browser goes away. `None` when
/// that came to pass.
pub(crate) async fn broken_off<T>(polls: i64, mut doing: Doing<'_, T>) -> Option<T> {
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
