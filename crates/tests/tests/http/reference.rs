//! The API reference: its `curl` commands work as they are, and its links lead somewhere.

/// The command of an operation, with HTML entities decoded.
fn curl_of(page: &str, operation: &str) -> String {
    let section = page.split(&format!("id=\"{operation}\"")).nth(1).unwrap();
    let command = section.split("<pre><code>").nth(1).unwrap().split("</code>").next().unwrap();
    command.replace("&quot;", "\"").replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&")
}

#[test]
fn commands_have_the_credentials_and_body_of_their_operation() {
    let page = tala_app::router::reference_page().unwrap();
    let token = "-H \"Authorization: Bearer $TOKEN\"";
    let csrf = "-H \"x-csrf-token: $CSRF\"";
    for (operation, expected, unexpected) in [
        ("admin_sign_in", ["curl -X POST", "-c cookies.txt", "-d '{"], [token, csrf, "-b cookies.txt"]),
        ("admin_get_overview", ["curl \"$BASE", "/api/admin/overview\"", "-b cookies.txt"], [token, csrf, "-d '"]),
        ("admin_suspend_person", ["-b cookies.txt", csrf, "-d '{"], [token, "-c cookies.txt", "{id}"]),
        ("book_with_credits", [token, "-H 'Idempotency-Key: ", "-d '{"], [csrf, "cookies.txt", "--data-binary"]),
        ("save_photo", ["curl -X PUT", token, "--data-binary @file"], [csrf, "-d '", "application/json"]),
    ] {
        let command = curl_of(&page, operation);
        for part in expected {
            assert!(command.contains(part), "{operation}: no {part} in {command}");
        }
        for part in unexpected {
            assert!(!command.contains(part), "{operation}: {part} in {command}");
        }
    }
}

#[test]
fn links_lead_to_this_page_this_site_or_the_web() {
    let page = tala_app::router::reference_page().unwrap();
    let targets: Vec<&str> = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(targets.len() > 20, "{targets:?}");
    for target in targets {
        let is_served = target.starts_with('/') || target.starts_with("https://");
        let anchor = target.strip_prefix('#').map(|id| page.contains(&format!("id=\"{id}\"")));
        assert!(is_served || anchor == Some(true), "{target}");
    }
}
