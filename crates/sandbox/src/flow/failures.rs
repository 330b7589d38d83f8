//! The ways in which a payment fails, in Razorpay's words.

use crate::model::{Failure, Method};

fn failure(code: &str, description: &str, source: &str, step: &str, reason: &str) -> Failure {
    Failure {
        code: code.to_owned(),
        description: description.to_owned(),
        source: source.to_owned(),
        step: step.to_owned(),
        reason: reason.to_owned(),
    }
}

/// The bank says no.
pub(crate) fn declined(method: Method) -> Failure {
    match method {
        Method::Card | Method::Emi => failure(
            "BAD_REQUEST_ERROR",
            "Your payment didn't go through as it was declined by the bank. Try another payment method or contact your bank.",
            "bank",
            "payment_authorization",
            "payment_declined",
        ),
        Method::Upi => failure(
            "BAD_REQUEST_ERROR",
            "Payment was unsuccessful as it was declined in the UPI app. Try again.",
            "customer",
            "payment_authorization",
            "payment_declined",
        ),
        Method::Netbanking | Method::Wallet => failure(
            "BAD_REQUEST_ERROR",
            "Your payment has been declined by the bank. Please try again or use another method.",
            "bank",
            "payment_authorization",
            "payment_failed",
        ),
    }
}

/// The one-time password has fewer than four digits.
pub(crate) fn wrong_otp() -> Failure {
    failure(
        "BAD_REQUEST_ERROR",
        "Authentication failed due to incorrect otp",
        "customer",
        "payment_authentication",
        "invalid_otp",
    )
}

/// The customer went away in the middle.
pub(crate) fn cancelled() -> Failure {
    failure(
        "BAD_REQUEST_ERROR",
        "You may have cancelled the payment or there was a delay in response from the bank.",
        "customer",
        "payment_authentication",
        "payment_cancelled",
    )
}

/// Nobody answered for ten minutes. The bank may still say yes.
pub(crate) fn timed_out() -> Failure {
    failure("GATEWAY_ERROR", "Payment was not completed on time.", "bank", "payment_authorization", "payment_timed_out")
}

/// International payments need a customer who exists.
pub(crate) fn dummy_customer() -> Failure {
    failure(
        "BAD_REQUEST_ERROR",
        "International payments need the customer's own e-mail address and phone number.",
        "customer",
        "payment_initiation",
        "input_validation_failed",
    )
}

/// The order was paid while the customer was still paying.
pub(crate) fn order_paid() -> Failure {
    failure(
        "BAD_REQUEST_ERROR",
        "Your payment has been declined as the order is already paid. Please initiate the payment with a new order.",
        "business",
        "payment_initiation",
        "order_already_paid",
    )
}
