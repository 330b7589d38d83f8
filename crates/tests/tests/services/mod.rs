//! Steps that endpoints, the worker and the command line share.

mod credit_grants;
mod invitations;
mod invite_codes;
mod ledger_check;
mod master_key_check;
mod reencryption;
mod teacher_approval;
