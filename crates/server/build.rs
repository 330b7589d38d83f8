//! Makes sure that the folder of the built client exists, and that a new build of it is embedded.

fn main() -> std::io::Result<()> {
    std::fs::create_dir_all("../../web/dist")?;
    write(b"cargo:rerun-if-changed=../../web/dist\n")
}

fn write(line: &[u8]) -> std::io::Result<()> {
    std::io::Write::write_all(&mut std::io::stdout(), line)
}
