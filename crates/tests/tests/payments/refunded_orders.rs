//! What the list of orders and its CSV file show of refunds.

use serde_json::json;
use tala_tests::{PaymentsApp, both_dbs};

use crate::common::partial_refunds::{ORDERS, class_sold, refund};
use crate::common::payments::finish_and_audit;

both_dbs!(list_of_orders_shows_what_was_refunded);

async fn list_of_orders_shows_what_was_refunded(app: PaymentsApp) {
    let sold = class_sold(&app).await;
    let amounts = async || {
        let order = app.admin_get(&sold.finance, ORDERS).await["items"][0].clone();
        let file = app.get(&format!("{ORDERS}.csv")).as_admin(&sold.finance).send_unchecked().await.text;
        let lines: Vec<Vec<&str>> = file.lines().map(|line| line.split(',').collect()).collect();
        let exported = |column: &str| {
            let index = lines[0].iter().position(|name| *name == column).unwrap();
            lines[1][index].to_owned()
        };
        (
            order["refunded"].clone(),
            order["refundPending"].clone(),
            exported("Refunded"),
            exported("Refund in progress"),
        )
    };
    let shown = |refunded: f64, pending: f64| {
        (json!(refunded), json!(pending), format!("{refunded:.2}"), format!("{pending:.2}"))
    };
    assert_eq!(amounts().await, shown(0.0, 0.0));
    refund(&app, &sold, 200.1, 1022.98, "platform").await;
    assert_eq!(amounts().await, shown(0.0, 200.1));
    finish_and_audit(&app).await;
    refund(&app, &sold, 100.0, 822.88, "teacher").await;
    assert_eq!(amounts().await, shown(200.1, 100.0));
    finish_and_audit(&app).await;
    assert_eq!(amounts().await, shown(300.1, 0.0));
}
