"""Tests Razorpay's own Python library, unmodified, with the sandbox at SANDBOX_URL."""

import json
import os
import urllib.request

import razorpay

URL = os.environ["SANDBOX_URL"]
KEY = (os.environ["SANDBOX_KEY_ID"], os.environ["SANDBOX_KEY_SECRET"])
client = razorpay.Client(auth=KEY, base_url=URL)


def operate(**command):
    """Sends a command of the operator, such as paying."""
    request = urllib.request.Request(
        f"{URL}/operator/api/act",
        data=json.dumps(command).encode(),
        headers={"content-type": "application/json"},
    )
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=20) as reply:
        return json.load(reply)


def new_order(**fields):
    return client.order.create({"amount": 49900, "currency": "INR", **fields})


def expect_error(call, text):
    try:
        call()
    except razorpay.errors.BadRequestError as error:
        assert str(error) == text, error
    else:
        raise AssertionError(f"no error: {text}")


def orders_are_created_fetched_changed_and_listed():
    order = new_order(receipt="python-1", notes={"class": "Kathak"})
    assert order["status"] == "created" and order["amount_due"] == 49900
    assert client.order.fetch(order["id"]) == order
    assert client.order.edit(order["id"], {"notes": {"a": "b"}})["notes"] == {"a": "b"}
    assert client.order.all({"receipt": "python-1"})["items"][0]["id"] == order["id"]
    assert new_order()["notes"] == []


def api_errors_raise_library_exceptions():
    expect_error(
        lambda: client.order.create({"amount": 99, "currency": "INR"}),
        "The amount must be at least INR 1.00",
    )
    wrong_client = razorpay.Client(auth=(KEY[0], "wrong"), base_url=URL)
    expect_error(wrong_client.order.all, "Authentication failed")
    operate(do="add_fault", kind="500", calls=1, path="/v1/orders")
    try:
        client.order.all()
    except razorpay.errors.ServerError:
        pass
    else:
        raise AssertionError("no server error")


def library_verifies_payment_signatures():
    order = new_order()
    paid = operate(do="pay", order_id=order["id"], method="upi")
    response = {
        "razorpay_order_id": order["id"],
        "razorpay_payment_id": paid["payment_id"],
        "razorpay_signature": paid["signature"],
    }
    assert client.utility.verify_payment_signature(response)
    try:
        client.utility.verify_payment_signature({**response, "razorpay_order_id": "order_other"})
    except razorpay.errors.SignatureVerificationError:
        pass
    else:
        raise AssertionError("a wrong signature was accepted")


def payments_are_captured():
    order = new_order(payment={"capture": "manual"})
    held = operate(do="pay", order_id=order["id"], outcome="authorized")
    captured = client.payment.capture(held["payment_id"], 49900, {"currency": "INR"})
    assert captured["status"] == "captured"
    assert client.order.payments(order["id"])["items"] == [captured]


def refund_with_idempotency_key_is_made_once():
    paid = operate(do="pay", order_id=new_order()["id"])["payment_id"]
    headers = {"X-Refund-Idempotency": f"python-{paid}"}
    first = client.payment.refund(paid, {"amount": 10000}, headers=headers)
    assert client.payment.refund(paid, {"amount": 10000}, headers=headers) == first
    assert client.payment.fetch(paid)["amount_refunded"] == 10000
    expect_error(
        lambda: client.payment.refund(paid, {"amount": 20000}, headers=headers),
        "Different request with the same idempotency key has already been processed.",
    )


def refunds_are_created_both_ways_and_listed():
    paid = operate(do="pay", order_id=new_order()["id"])["payment_id"]
    refund = client.refund.create({"payment_id": paid, "amount": 500})
    assert client.refund.fetch(refund["id"]) == refund
    assert client.payment.fetch_refund_id(paid, refund["id"]) == refund
    client.payment.refund(paid, {})
    assert client.payment.fetch_multiple_refund(paid)["count"] == 2
    assert client.payment.fetch(paid)["status"] == "refunded"


def unknown_fields_are_rejected():
    paid = operate(do="pay", order_id=new_order()["id"])["payment_id"]
    expect_error(
        lambda: client.payment.refund(paid, {"amount": 500, "reason": "mine"}),
        "reason is/are not required and should not be sent",
    )


def library_verifies_webhook_signatures():
    body, signature = os.environ["EVENT_BODY"], os.environ["EVENT_SIGNATURE"]
    secret = os.environ["EVENT_SECRET"]
    assert client.utility.verify_webhook_signature(body, signature, secret)
    reserialized = json.dumps(json.loads(body), separators=(",", ":"), ensure_ascii=False)
    for wrong in [(reserialized, signature), (body, signature.upper())]:
        try:
            client.utility.verify_webhook_signature(*wrong, secret)
        except razorpay.errors.SignatureVerificationError:
            continue
        raise AssertionError("a wrong signature was accepted")


def payout_with_idempotency_key_is_made_once():
    """The library knows no payouts, so this is its transport only."""
    contact = client.post("/v1/contacts", {"name": "Padma", "type": "vendor"})
    account = client.post(
        "/v1/fund_accounts",
        {
            "contact_id": contact["id"],
            "account_type": "bank_account",
            "bank_account": {"name": "Padma S", "ifsc": "HDFC0000053", "account_number": "0012345678"},
        },
    )
    payout = {
        "account_number": "7878780080316316",
        "fund_account_id": account["id"],
        "amount": 100000,
        "currency": "INR",
        "mode": "IMPS",
        "purpose": "payout",
    }
    expect_error(lambda: client.post("/v1/payouts", payout), "X-Payout-Idempotency is a mandatory header")
    headers = {"X-Payout-Idempotency": "python-payout-1", "Content-Type": "application/json"}
    first = client.post("/v1/payouts", payout, headers=headers)
    assert first["status"] == "processing"
    assert client.post("/v1/payouts", payout, headers=headers) == first
    operate(do="move_payout", payout_id=first["id"], status="processed")
    assert client.get(f"/v1/payouts/{first['id']}", {})["utr"]


if __name__ == "__main__":
    tests = [
        orders_are_created_fetched_changed_and_listed,
        api_errors_raise_library_exceptions,
        library_verifies_payment_signatures,
        payments_are_captured,
        refund_with_idempotency_key_is_made_once,
        refunds_are_created_both_ways_and_listed,
        unknown_fields_are_rejected,
        library_verifies_webhook_signatures,
        payout_with_idempotency_key_is_made_once,
    ]
    for test in tests:
        test()
    print(f"{len(tests)} passed")
