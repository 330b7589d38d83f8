/** Settings of a server by name, such as `mail.smtp_url`. They reach `tala` as environment variables. */
export type Settings = Readonly<Record<string, string>>
