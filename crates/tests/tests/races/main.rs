//! Two hundred students and one slot: exactly one has it. And the proof that without the guards two would.

mod control;
mod one_slot;
