import type { LegalNames, LegalText } from './legal'

/** Terms and Conditions (SPEC §2) in our own words. */
export const terms = ({ product, email }: LegalNames): LegalText => ({
  title: 'Terms and Conditions',
  description: `The terms on which ${product} may be used: classes, payments, content and responsibility.`,
  lead: `These terms are an agreement between you and ${product}. They are short on purpose; please read them.`,
  updated: null,
  sections: [
    {
      heading: 'Introduction',
      body: [
        `${product} is a marketplace on which teachers of dance offer live video classes and students book them. By using the site you agree to these terms, to our Privacy Policy and to our Refund Policy. If you do not agree, please do not use the site.`,
        'The service is by invitation: a student joins with the invite code of a teacher. Teachers must be at least 18 years old. For a student under 18 a parent or guardian accepts these terms, makes the account and pays.',
        'Teachers are responsible for their classes. We provide the calendar, payments and messages.',
      ],
    },
    {
      heading: 'Changes to content',
      body: [
        'We may change, add or remove any part of the site, prices and these terms included. The terms in force when you booked or paid keep applying.',
        'When a change of these terms matters to you we say so on the site or by email before it takes effect. Using the site after that day means that you accept it.',
      ],
    },
    {
      heading: 'No warranty',
      body: [
        'We take care that the site works, and repair it when it does not. We cannot promise that it is always available, free of errors, or fit for a purpose of your own. It is offered as it is, without warranties of any kind, as far as the law allows.',
        'We check teachers before we approve them. We do not promise that a class has a particular result.',
      ],
    },
    {
      heading: 'Risk',
      body: [
        'Dancing is physical exercise. Take part only if you are fit to, in a place with room to move, and stop when something hurts. Ask a doctor first if you are unsure. You dance at your own risk.',
        'You also bear the risk of your own equipment: connection, device, sound and light. We are not responsible for a class that suffers from them.',
        'As far as the law allows, we are not liable for indirect loss, and otherwise for no more than what you paid for the class in question. Nothing here limits a liability that the law does not allow us to limit.',
      ],
    },
    {
      heading: 'Intellectual property',
      body: [
        `The site, its texts, its drawings and its program belong to ${product} or to those who have licensed them to us. You may use them to take or give classes, and for nothing else without our written consent.`,
        'What a teacher teaches, choreography and material included, stays the teacher’s. A class may be recorded only with the consent of everyone in it, and a recording may not be passed on or published without the teacher’s consent.',
        'What you upload stays yours. You allow us to show it where the service needs it, for example a teacher’s biography to students.',
      ],
    },
    {
      heading: 'Trademarks',
      body: [
        `The name ${product} and its kolam mark are our marks. Other names on the site belong to their owners. Nothing on the site gives you a right to use them.`,
      ],
    },
    {
      heading: 'Unauthorised use',
      body: [
        'You may not',
        [
          'use someone else’s account or invite code without their consent, or impersonate anyone;',
          'harass, threaten or insult anyone, in or around a class;',
          'arrange paid classes outside the site with people whom you met through it;',
          'scrape, copy or overload the site with automated tools, or try to bypass its security;',
          'use the site for anything that the law forbids.',
        ],
        'We may suspend or close an account that does so. What you have paid for classes that then cannot take place is refunded, less what your conduct has cost.',
      ],
    },
    {
      heading: 'Links to third parties',
      body: [
        'Classes are held over the video service that the teacher has chosen, and payments go through Razorpay. The site may link to other sites too. They have terms of their own, and we are not responsible for them.',
      ],
    },
    {
      heading: 'Prohibited links',
      body: [
        'You may link to our public pages. You may not frame them, link to them in a way that suggests that we endorse you, or link to them from pages that are unlawful, hateful or pornographic. Do not publish another person’s invite link, meeting link or calendar address.',
      ],
    },
    {
      heading: 'Indian jurisdiction',
      body: [
        'These terms are governed by the law of India. Disputes go to the competent courts of India at our registered place. If you are a consumer living elsewhere, you keep the protection that the law of your country gives you.',
        `Before any of that, write to us at ${email}: most things are settled in one message.`,
      ],
    },
    {
      heading: 'Payment authorisation',
      body: [
        'When you pay, you confirm that you may use the card or account, and allow our payment provider Razorpay to charge it with the total that is shown to you before you pay. It consists of the price of the class or package, our platform fee where one applies, and the payment provider’s fee.',
        'Paying holds your seat for 15 minutes. If payment arrives too late for the class, we refund it automatically to the same payment method.',
        'Class credits are valid for 30 days in a package of 4 and for 60 days in a package of 8, counted from the purchase. They are for classes with the teacher at whose rate they were bought, cannot be exchanged for money, and expire. Cancellation and refunds follow our Refund Policy.',
      ],
    },
  ],
})
