//! Hindi.

use super::catalogue::{
    CodeTexts, EmailTexts, ErrorPageTexts, FieldErrorTexts, SessionTexts, SignInTexts, SignUpTexts, Texts,
};
use crate::crypto::password_policy::{MAX_CHARS, MIN_CHARS, Violation};

/// The texts in Hindi.
pub(crate) static HINDI: Texts = Texts {
    lang: "hi",
    other_language: ("en", "English"),
    email: "ईमेल",
    password: "पासवर्ड",
    password_hint: "कम से कम 10 अक्षर। कई शब्दों वाला पासवर्ड मज़बूत भी होता है और याद भी रहता है।",
    show_password: "पासवर्ड दिखाएँ",
    hide_password: "पासवर्ड छिपाएँ",
    name: "आपका नाम",
    code: "6 अंकों का कोड",
    error_title: |title| format!("गड़बड़ी: {title}"),
    several_errors: |count| format!("कृपया नीचे {count} जगह सुधार करें।"),
    step: |step| format!("चरण {step}/2"),
    go_to: |product| format!("{product} पर जाएँ"),
    sign_in: SignInTexts {
        title: "साइन इन",
        heading: "आपका फिर से स्वागत है",
        lead: |product| format!("{product} पर आगे बढ़ने के लिए साइन इन करें।"),
        forgot: "पासवर्ड भूल गए?",
        submit: "साइन इन करें",
        sign_up: ("यहाँ नए हैं?", "खाता बनाएँ"),
    },
    sign_up: SignUpTexts {
        title: "अपना खाता बनाएँ",
        lead: "ईमेल की पुष्टि के लिए हम आपको एक कोड भेजेंगे।",
        submit: "खाता बनाएँ",
        sign_in: ("पहले से खाता है?", "साइन इन करें"),
        terms: ["खाता बनाकर आप हमारी ", "शर्तें", " और ", "प्राइवेसी पॉलिसी", " स्वीकार करते हैं।"],
    },
    codes: CodeTexts {
        check_email: "अपना ईमेल देखें",
        confirm_lead: (
            "हमने",
            " पर ईमेल भेजा है। अगर इस ईमेल पते से पहले से कोई खाता नहीं है, तो ईमेल में 6 अंकों का कोड होगा, जो 10 मिनट तक चलेगा।",
        ),
        confirm: "पुष्टि करें",
        start_again: ("यह आपका ईमेल नहीं है?", "फिर से शुरू करें"),
        forgot_title: "पासवर्ड बदलें",
        forgot_lead: "अपना ईमेल पता लिखें, हम आपको एक कोड भेजेंगे।",
        send: "कोड भेजें",
        remembered: ("याद आ गया?", "साइन इन करें"),
        reset_title: "नया पासवर्ड चुनें",
        reset_lead: (
            "हमने",
            " पर ईमेल भेजा है। अगर इस ईमेल पते से कोई खाता है, तो ईमेल में 6 अंकों का कोड होगा, जो 10 मिनट तक चलेगा।",
        ),
        new_password: "नया पासवर्ड",
        save: "सहेजें और साइन इन करें",
        other_address: ("बाक़ी सभी डिवाइस पर आप कुछ ही मिनटों में साइन आउट हो जाएँगे।", "दूसरा ईमेल लिखें"),
        resent: "हमने नया कोड भेजा है। पुराने कोड अब नहीं चलेंगे।",
        resend: ["ईमेल नहीं मिला? स्पैम फ़ोल्डर देखें, या ", "नया कोड भेजें", "।"],
        resend_wait: "{} सेकंड बाद नया कोड भेजें",
        demo: ("यह डेमो है:", "इसका मेलबॉक्स खोलें"),
    },
    session: SessionTexts {
        signed_in: "आप साइन इन हैं",
        welcome: |name| format!("{name}, आपसे मिलकर अच्छा लगा।"),
        signed_out: ("आप साइन आउट हो गए", "साझा कंप्यूटर पर ब्राउज़र की विंडो भी बंद कर दें।"),
        sign_out: "साइन आउट करें",
        sign_out_heading: |product| format!("{product} से साइन आउट करें?"),
        sign_out_lead: "इस डिवाइस पर फिर आने के लिए आपको पासवर्ड लिखना होगा।",
        stay: "साइन इन रहें",
    },
    invalid: FieldErrorTexts {
        name: "अपना नाम लिखें, ज़्यादा से ज़्यादा 100 अक्षर।",
        email: "ईमेल पता लिखें, जैसे name@example.com।",
        no_password: "अपना पासवर्ड लिखें।",
        credentials: "ईमेल या पासवर्ड ग़लत है। दोनों जाँचें, या पासवर्ड बदलें।",
        new_password: describe_violation,
        code: "ईमेल में आए 6 अंक लिखें।",
        code_expired: "यह कोड अब नहीं चलेगा। नीचे के लिंक से नया कोड भेजें।",
        code_wrong: |left| match left {
            ..=0 => "कोड सही नहीं है। नीचे के लिंक से नया कोड भेजें।".to_owned(),
            1 => "कोड सही नहीं है। आप एक बार और कोशिश कर सकते हैं।".to_owned(),
            left => format!("कोड सही नहीं है। सबसे नया ईमेल देखें; आप {left} बार और कोशिश कर सकते हैं।"),
        },
    },
    errors: ErrorPageTexts {
        invalid_link: "यह लिंक काम नहीं करता",
        invalid_link_text: |reason| format!("जिस ऐप ने आपको यहाँ भेजा, उससे ग़लती हुई ({reason})। वापस जाकर फिर कोशिश करें।"),
        stale: (
            "यह पेज अब काम नहीं करेगा",
            "यह बहुत देर तक खुला रहा, या ब्राउज़र ने हमारी कुकी रोक दी। कृपया फिर से शुरू करें। बार-बार ऐसा हो, तो इस साइट के लिए \
             कुकी की अनुमति दें।",
        ),
        not_found: ("पेज नहीं मिला", "देखें कि पूरा पता कॉपी हुआ है या नहीं।"),
        rate_limited: "बहुत बार कोशिश हुई",
        rate_limited_text: |seconds| {
            format!("खातों की सुरक्षा के लिए कृपया {} रुककर फिर कोशिश करें।", format_duration(seconds))
        },
        email_not_sent: (
            "ईमेल नहीं भेजा जा सका",
            "हमारी ईमेल सेवा ने जवाब नहीं दिया। कृपया वापस जाकर एक मिनट बाद फिर कोशिश करें।",
        ),
        busy: ("अभी बहुत भीड़ है", "बहुत से लोग साइन इन कर रहे हैं। कृपया कुछ सेकंड बाद फिर कोशिश करें।"),
        internal: ("कुछ गड़बड़ हो गई", "ग़लती हमारी है, और हमने इसे दर्ज कर लिया है। कृपया फिर कोशिश करें।"),
    },
    emails: EmailTexts {
        greeting: "नमस्ते,",
        confirmation: (
            |product, code| format!("आपका {product} कोड: {code}"),
            |product| format!("{product} पर अपने ईमेल पते की पुष्टि के लिए यह कोड लिखें:"),
            "यह 10 मिनट तक चलेगा। यह अनुरोध आपने नहीं किया? इस ईमेल को अनदेखा कर दें।",
        ),
        password_reset: (
            |product, code| format!("{product} का पासवर्ड बदलने का कोड: {code}"),
            |product| format!("आपके {product} खाते का पासवर्ड बदलने के लिए यह कोड डालें:"),
            "यह 10 मिनट तक चलेगा। यह अनुरोध आपने नहीं किया? इस ईमेल को अनदेखा कर दें; पासवर्ड वही रहेगा। यह कोड किसी को न बताएँ: हम इसे कभी \
             नहीं माँगेंगे।",
        ),
        account_exists: (
            |product| format!("{product} पर आपका खाता पहले से है"),
            |product| {
                format!(
                    "किसी ने, शायद आपने, इस ईमेल पते से {product} खाता बनाना चाहा, पर आपका खाता पहले से है। उसी से साइन इन करें, या \
                     साइन-इन पेज पर “पासवर्ड भूल गए?” चुनें। अगर यह आपने नहीं किया, तो इस ईमेल को अनदेखा कर दें।"
                )
            },
        ),
        no_account: (
            |product| format!("इस ईमेल पते पर कोई {product} खाता नहीं है"),
            |product| {
                format!(
                    "किसी ने, शायद आपने, {product} पासवर्ड बदलना चाहा, पर इस ईमेल पते पर कोई खाता नहीं है। शायद आपने किसी और ईमेल पते से \
                     खाता बनाया था। अगर यह आपने नहीं किया, तो इस ईमेल को अनदेखा कर दें।"
                )
            },
        ),
        password_changed: (
            |product| format!("आपका {product} पासवर्ड बदल दिया गया है"),
            |product| {
                format!(
                    "आपके {product} खाते का पासवर्ड बदल दिया गया है। बाक़ी डिवाइस पर कुछ ही मिनटों में साइन आउट हो जाएगा। अगर यह आपने नहीं किया, तो \
                     साइन-इन पेज पर अभी “पासवर्ड भूल गए?” चुनें।"
                )
            },
        ),
        sign_in: "साइन इन करें",
    },
};

fn describe_violation(violation: Violation) -> String {
    match violation {
        Violation::Empty => "एक पासवर्ड चुनें।".to_owned(),
        Violation::TooShort(length) => {
            format!("कम से कम {MIN_CHARS} अक्षर लिखें; इसमें {length} हैं। तीन-चार शब्द अच्छे रहते हैं।")
        }
        Violation::TooLong => format!("ज़्यादा से ज़्यादा {MAX_CHARS} अक्षर लिखें।"),
        Violation::EmailAddress => "अपने ईमेल पते को पासवर्ड न बनाएँ।".to_owned(),
        Violation::PersonalWords => "आपके नाम या ईमेल का अनुमान लगाना आसान है। कुछ और शब्द जोड़ें।".to_owned(),
        Violation::SiteWords => "इस साइट पर डांस या क्लास जैसे शब्दों का अनुमान लगाना आसान है। कुछ और शब्द जोड़ें।".to_owned(),
        Violation::TooCommon => "यह पासवर्ड बहुत आम है। एक-दो शब्द और जोड़ें।".to_owned(),
    }
}

/// A duration in words, rounded up.
fn format_duration(seconds: i64) -> String {
    match seconds {
        ..=90 => format!("{} सेकंड", seconds.max(1)),
        91..=5_400 => format!("{} मिनट", (seconds + 59) / 60),
        _ => format!("{} घंटे", (seconds + 3_599) / 3_600),
    }
}
