//! Two hundred students and one slot: exactly one has it. And the proof that without the guards two would. Then whatever else
//! two may do to the same thing at once.

mod control;
mod leaving;
mod office;
mod one_slot;
mod payouts;
mod scarce;
