//! Payment failures with Razorpay's codes and descriptions.

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

/// Declined by the bank.
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

/// Wrong one-time password.
pub(crate) fn wrong_otp() -> Failure {
    failure(
        "BAD_REQUEST_ERROR",
        "Authentication failed due to incorrect otp",
        "customer",
        "payment_authentication",
        "invalid_otp",
    )
}

/// Cancelled by the customer.
pub(crate) fn cancelled() -> Failure {
    failure(
        "BAD_REQUEST_ERROR",
        "You may have cancelled the payment or there was a delay in response from the bank.",
        "customer",
        "payment_authentication",
        "payment_cancelled",
    )
}

/// Timed out. The bank can still authorize the payment later.
pub(crate) fn timed_out() -> Failure {
    failure("GATEWAY_ERROR", "Payment was not completed on time.", "bank", "payment_authorization", "payment_timed_out")
}

/// International payment with placeholder contact details.
pub(crate) fn dummy_customer() -> Failure {
    failure(
        "BAD_REQUEST_ERROR",
        "International payments need the customer's own e-mail address and phone number.",
        "customer",
        "payment_initiation",
        "input_validation_failed",
    )
}

/// The order was paid by another payment.
pub(crate) fn order_paid() -> Failure {
    failure(
        "BAD_REQUEST_ERROR",
        "Your payment has been declined as the order is already paid. Please initiate the payment with a new order.",
        "business",
        "payment_initiation",
        "order_already_paid",
    )
}
