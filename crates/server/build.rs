//! Creates the directory of the client build if it does not exist, and embeds new client builds.

fn main() -> std::io::Result<()> {
    std::fs::create_dir_all("../../web/dist")?;
    write(b"cargo:rerun-if-changed=../../web/dist\n")
}

fn write(line: &[u8]) -> std::io::Result<()> {
    std::io::Write::write_all(&mut std::io::stdout(), line)
}
