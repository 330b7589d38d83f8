-- Only the check of the books asks for a whole account, and reads all of it anyway. SQLite, which knows nothing of how
-- long an account is, took this index to find the few entries of one booking, and read the account for each.
DROP INDEX ledger_entries_account;
