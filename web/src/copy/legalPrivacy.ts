import type { LegalNames, LegalText } from './legal'

/** Privacy policy (SPEC §2) in our own words; it describes what the program does. */
export const privacy = ({ product, email }: LegalNames): LegalText => ({
  title: 'Privacy Policy',
  description: `What ${product} knows about you, why, who else sees it, and what you can do about it.`,
  lead: 'What we know about you, why, and what you can do about it.',
  updated: 'today',
  sections: [
    {
      heading: 'Introduction',
      body: [
        `${product} connects teachers and students for live dance classes. For that we need some data about you, and we ask for no more than that. We do not sell data, and we show no advertisements.`,
      ],
    },
    {
      heading: '1. User Information',
      body: [],
      parts: [
        {
          heading: 'Registration information',
          body: [
            'From your sign-in provider: your name, your email address, and whether it is verified. We never see your password at another provider; with our own sign-in it is kept only as a hash.',
            'From students: country, time zone, teacher, and a phone number if you give one. From teachers: biography, training, styles, hours, rates, meeting link, and the bank account for payouts, which is kept encrypted and shown masked.',
            'From the waitlist: name, email address, place, country, and what you want to teach or learn. We use it to invite you.',
            'From your classes: what was booked, when, for how much, and what became of it. Card numbers and UPI details go to Razorpay alone; we store that and how you paid, not with which number.',
          ],
        },
        {
          heading: 'Cookies and local storage',
          body: [
            'The site uses no cookies for students and teachers. Your browser keeps, in its local storage, the sign-in with which you reach your account, your choice of light or dark and of a language, a payment that is still under way, and the class time that you chose on a teacher’s page, which is used for one day. Signing out removes the sign-in and the chosen time. Our sign-in page and the pages of administrators use a cookie for as long as the sign-in lasts. There are no cookies for tracking or advertising.',
          ],
        },
        {
          heading: 'Log data',
          body: [
            'For each request our server notes the time, the kind of page, the outcome and how long it took. Contents of forms and searches are not logged. We hold IP addresses in memory briefly to prevent abuse.',
          ],
        },
        {
          heading: 'Communications',
          body: [
            'We send you messages about your account, your classes and your payments, with a calendar invitation where there is a class. What you write to support is stored, so that we can answer and find it again.',
          ],
        },
        {
          heading: 'Monitoring of messages between users',
          body: [
            'There is no chat on the site. Students and teachers write to each other by email, which does not pass through us, and we neither read nor record video classes. When someone reports misuse, we look at what was reported, at bookings and at messages to support, and at nothing else.',
          ],
        },
        {
          heading: 'Third-party integrations',
          body: [
            'Each receives only what its task needs: your sign-in provider, Razorpay for payments and refunds, the provider that delivers our email, and the video service that your teacher has chosen. If we keep our waitlist in a spreadsheet service, that service receives its entries.',
          ],
        },
      ],
    },
    {
      heading: '2. User Choice and Consent',
      body: [
        'You decide what to tell us. What a form marks as optional may stay empty. You can withdraw a consent at any time, delete your account yourself under “My Account”, and leave the waitlist by the link in our invitation or by writing to us. Without an email address, though, there can be no account.',
      ],
    },
    {
      heading: '3. Sharing',
      body: [
        [
          'With your consent: your teacher sees your name, email address, phone number and classes; your students see your name, profile, email address and meeting link. In a group, students do not see each other’s addresses.',
          'When the law demands it: we give what a court or an authority may lawfully ask for, and no more.',
          'When the business changes hands: the new owner is bound by this policy, and you are told.',
          'Aggregated data: numbers that identify no one, such as classes per month.',
        ],
      ],
    },
    {
      heading: '4. Security',
      body: [
        'Everything travels encrypted. Bank accounts are encrypted where they are stored, passwords of our own sign-in are hashed, and every access is checked on the server. No system is perfectly safe; if your data is ever at risk, we’ll tell you and the authorities.',
      ],
    },
    {
      heading: '5. User Rights',
      body: [
        [
          'Access: download what we have about you under “My Account”, at any time, or ask us for a copy.',
          'Correct: change what is wrong, in your profile or by writing to us.',
          'Delete: delete your account and your data yourself under “My Account”, once no class, payment, credit or payout is open; or ask us to. We keep payment records the law requires, without your name. If you sign in with another provider, your account there stays with them.',
          'Restrict: ask us to stop using certain data while a question is open.',
        ],
        'We answer requests within 30 days, free of charge. You may also complain to the data protection authority where you live.',
      ],
    },
    {
      heading: '6. Changes to the Policy',
      body: [
        'We’ll publish changes to this policy here. If a change matters to you, we also tell you by email before it takes effect.',
      ],
    },
    { heading: 'Contact Us', body: [`Questions or requests about your data? Email ${email}.`] },
  ],
})
