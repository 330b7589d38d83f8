//! The HTML of the payment form. `assets/sheet.js` shows one step at a time and fills in the errors.

use maud::{DOCTYPE, Markup, Render, html};

use super::test_data::{BANKS, CARDS, UPI_IDS, format_card_number};
use crate::currency::Currency;
use crate::model::Order;

/// The document. The script reads the order from the attributes of `<body>`; without an order it shows `problem`.
pub(super) fn payment_page(order: Option<&Order>, key: &str, problem: Option<&str>) -> Markup {
    let currency = order.and_then(|order| Currency::find(&order.currency));
    let is_domestic = currency.is_none_or(|currency| currency.code == "INR");
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="robots" content="noindex";
                title { "Razorpay Checkout (sandbox)" }
                link rel="stylesheet" href="../assets/sheet.css";
                link rel="icon" href="../assets/mark.svg" type="image/svg+xml";
                script src="../assets/sheet-fields.js" defer {}
                script src="../assets/sheet.js" defer {}
            }
            body data-order=(order.map_or("", |order| &order.id)) data-key=(key)
                data-amount=(order.map(Order::amount_due).unwrap_or_default())
                data-currency=(currency.map_or("INR", |currency| currency.code))
                data-exponent=(currency.map_or(2, |currency| currency.exponent))
                data-problem=(problem.unwrap_or_default())
                data-methods=(if is_domestic { "card upi netbanking" } else { "card" }) {
                main.sheet #sheet {
                    (page_header(key.starts_with("rzp_t")))
                    div.alert #alert role="alert" hidden {}
                    form #form novalidate hidden {
                        (contact_fields())
                        (method_fields())
                        button.main #pay type="submit" { "Pay" }
                        (test_data())
                    }
                    (authentication_steps())
                    (final_steps())
                    footer { "Razorpay sandbox: not the real thing, and no money moves." }
                }
            }
        }
    }
}

fn page_header(is_test_mode: bool) -> Markup {
    html! {
        header.top {
            div.logo #logo aria-hidden="true" {}
            div.what {
                h1 #shop { "Checkout" }
                p #description {}
                p.amount #amount {}
            }
            button.close #close type="button" aria-label="Close checkout" {
                svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" { path d="M5 5l14 14M19 5L5 19" {} }
            }
            @if is_test_mode { p.ribbon { "Test Mode" } }
        }
    }
}

/// A labelled input with an empty error.
struct Field {
    /// The attributes `id` and `name`.
    name: &'static str,
    label: &'static str,
    /// The attribute `type`.
    input_type: &'static str,
    input_mode: Option<&'static str>,
    autocomplete: &'static str,
    /// In characters.
    max_length: usize,
}

impl Field {
    /// A field that browsers do not fill in.
    const fn new(name: &'static str, label: &'static str, input_mode: Option<&'static str>, max_length: usize) -> Self {
        Self { name, label, input_type: "text", input_mode, autocomplete: "off", max_length }
    }
}

impl Render for Field {
    fn render(&self) -> Markup {
        let is_email = self.input_mode == Some("email");
        html! {
            label for=(self.name) { (self.label) }
            input id=(self.name) name=(self.name) type=(self.input_type) inputmode=[self.input_mode]
                autocomplete=(self.autocomplete)
                autocapitalize=[is_email.then_some("none")] spellcheck=[is_email.then_some("false")]
                maxlength=(self.max_length) aria-describedby={ (self.name) "-error" };
            (error(self.name))
        }
    }
}

fn error(field: &str) -> Markup {
    html! { p.error id={ (field) "-error" } {} }
}

fn contact_fields() -> Markup {
    let contact =
        Field { input_type: "tel", autocomplete: "tel", ..Field::new("contact", "Phone number", Some("tel"), 20) };
    let email = Field { input_type: "email", autocomplete: "email", ..Field::new("email", "E-mail", None, 254) };
    html! {
        fieldset #contact-fields {
            legend { "Contact details" }
            @for field in [contact, email] { div.field data-field=(field.name) { (field) } }
        }
    }
}

fn method_fields() -> Markup {
    let card_icon = html! { rect x="2.5" y="5" width="19" height="14" rx="2.5" {} path d="M2.5 9.5h19M6 15h4" {} };
    let upi_icon =
        html! { rect x="6.5" y="2.5" width="11" height="19" rx="2.5" {} path d="M10 13.5l2 2 3-4M11 5.5h2" {} };
    let bank_icon = html! { path d="M3 9.5L12 4l9 5.5H3zM5.5 10v7M10 10v7M14 10v7M18.5 10v7M3.5 20h17" {} };
    html! {
        fieldset {
            legend { "Pay with" }
            div.methods {
                (method_option("card", "Card", &card_icon))
                (method_option("upi", "UPI", &upi_icon))
                (method_option("netbanking", "Netbanking", &bank_icon))
            }
            div.method #method-card { (card_fields()) }
            div.method #method-upi hidden { div.field { (Field::new("vpa", "UPI ID", Some("email"), 100)) } }
            div.method #method-netbanking hidden {
                div.field {
                    label for="bank" { "Bank" }
                    select #bank name="bank" aria-describedby="bank-error" {
                        option value="" { "Choose a bank" }
                        @for (code, name) in BANKS { option value=(code) { (name) } }
                    }
                    (error("bank"))
                }
            }
        }
    }
}

fn method_option(method: &str, label: &str, icon: &Markup) -> Markup {
    html! {
        label data-method=(method) {
            input type="radio" name="method" value=(method) checked[method == "card"];
            span { svg viewBox="0 0 24 24" aria-hidden="true" { (icon) } (label) }
        }
    }
}

fn card_fields() -> Markup {
    let cvv = Field { input_type: "password", ..Field::new("card_cvv", "CVV", Some("numeric"), 4) };
    html! {
        div.field {
            span.network #network aria-hidden="true" {}
            (Field::new("card_number", "Card number", Some("numeric"), 23))
        }
        div.pair {
            div.field { (Field::new("card_expiry", "Expiry (MM/YY)", Some("numeric"), 5)) }
            div.field { (cvv) }
        }
        div.field { (Field::new("card_name", "Name on card", None, 100)) }
    }
}

fn test_data() -> Markup {
    html! {
        details.help {
            summary { "Test cards and UPI IDs" }
            p { "No money moves here. Press one to fill it in; any expiry in the future and any CVV will do." }
            ul {
                @for card in &CARDS {
                    @let number = format_card_number(card.number);
                    li {
                        button.example type="button" data-card=(number) { code { (number) } }
                        " "
                        span {
                            (card.network) @if card.international { ", international" } ": " (card.outcome.description())
                        }
                    }
                }
            }
            p { "An OTP of 4 to 10 digits succeeds, a shorter one fails." }
            ul data-only="upi" {
                @for (id, outcome) in &UPI_IDS {
                    li {
                        button.example type="button" data-vpa=(id) { code { (id) } }
                        " "
                        span { "UPI: " (outcome.description()) }
                    }
                }
            }
            p data-only="upi" {
                "Cancelling a UPI payment counts as success in test mode. With netbanking you choose at the bank’s page."
            }
        }
    }
}

fn authentication_steps() -> Markup {
    let cancel = html! { button.quiet type="button" data-cancel { "Cancel payment" } };
    html! {
        form.step #step-otp novalidate hidden {
            h2 { "Enter the OTP" }
            p { "Your bank would send a one-time password now. Here any 4 to 10 digits succeed, fewer fail." }
            div.field { (Field::new("otp", "OTP", Some("numeric"), 10)) }
            button.main type="submit" { "Continue" }
            (cancel)
        }
        section.step #step-bank hidden {
            h2 tabindex="-1" { "Welcome to " span #bank-name { "the bank" } }
            p { "This is a pretend bank page. Choose what the bank answers." }
            button.main type="button" data-bank="success" { "Success" }
            button.quiet type="button" data-bank="failure" { "Failure" }
            (cancel)
        }
        section.step #step-app hidden {
            h2 tabindex="-1" { "Approve the payment in your UPI app" }
            p { "A request was sent to " strong #vpa-shown {} ". Please do not close this window." }
            p.waiting role="status" { span.spinner aria-hidden="true" {} " Waiting for the answer…" }
            (cancel)
        }
    }
}

fn final_steps() -> Markup {
    html! {
        section.step #step-leave hidden {
            h2 tabindex="-1" { "Leave without paying?" }
            p { "Your payment is not complete." }
            button.main #stay type="button" { "Continue to pay" }
            button.quiet #leave type="button" { "Yes, leave" }
        }
        section.step.done #step-done hidden {
            svg viewBox="0 0 52 52" width="72" height="72" aria-hidden="true" {
                circle cx="26" cy="26" r="25" {}
                path d="M15 27l8 8 15-17" {}
            }
            h2 tabindex="-1" { "Payment successful" }
            p { "Going back to the shop…" }
        }
        section.step #step-problem hidden {
            h2 tabindex="-1" { "This payment cannot be made" }
            p #problem-text {}
            button.main #problem-close type="button" { "Back to the shop" }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::payment_page;

    #[test]
    fn key_and_problem_are_escaped() {
        let hostile = "<script>\"'&";
        let html = payment_page(None, hostile, Some(hostile)).into_string();
        assert!(!html.contains("<script>"), "{html}");
        for attribute in ["key", "problem"] {
            assert!(html.contains(&format!("data-{attribute}=\"&lt;script&gt;&quot;'&amp;\"")), "{html}");
        }
    }
}
