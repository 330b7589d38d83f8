import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of profile and email choices under My Account. */
export const accountSettingsCopy = defineTexts({
  loading: msg`Loading your account`,
  loadFailed: msg`We couldn’t load your account.`,
  profile: {
    title: msg`Your profile`,
    name: msg`Name`,
    nameMissing: msg`Please enter your name.`,
    phone: msg`Phone`,
    phoneHint: msg`Optional. Your teacher sees it and can call or message you about your classes.`,
    phoneHintTeacher: msg`Optional. Your students don’t see it.`,
    /** For a guardian who is neither a student nor a teacher. */
    phoneHintGuardian: msg`Optional.`,
    phoneInvalid: msg`Please enter a valid phone number, or leave it empty.`,
    email: msg`Email`,
    password: msg`Password`,
    passwordHint: msg`To change it, log out and choose “Forgot your password?” on the sign-in page.`,
    currency: msg`Currency`,
    currencyHint: msg`Set when you joined. Contact us to change it.`,
    ageHint: msg`Write to support to correct it.`,
    zone: msg`Time zone`,
    zoneHint: msg`For times on screens and in emails.`,
    noZone: msg`No time zone has this name. Try a city or a country.`,
    deviceZone: (zone: string) => t`This device (${zone})`,
    language: msg`Language`,
    languageHint: msg`For screens and emails, on all your devices. Calendar entries stay in English.`,
    clock: msg`Time format`,
    clocks: { h12: msg`12-hour (7:00 pm)`, h24: msg`24-hour (19:00)` },
    weekStart: msg`Week starts on`,
    weekStarts: { monday: msg`Monday`, sunday: msg`Sunday`, saturday: msg`Saturday` },
    save: msg`Save changes`,
    saved: msg`Your changes are saved.`,
    failed: msg`We couldn’t save your changes. Please try again.`,
    /** Where the server finds a field invalid that the form accepts. */
    invalid: {
      name: msg`Please use at most 200 characters.`,
      phone: msg`Please enter a valid phone number, or leave it empty.`,
      fixedTimeZone: msg`Please choose a time zone.`,
      language: msg`Please choose one of the options.`,
      clock: msg`Please choose one of the options.`,
      weekStart: msg`Please choose one of the options.`,
    },
  },
  mails: {
    title: msg`Emails`,
    hint: msg`Choose which emails you get.`,
    kinds: {
      classReminderDay: msg`Reminder a day before a class`,
      classReminderHour: msg`Reminder an hour before a class`,
      creditsExpiring: msg`Credits that expire soon`,
      newStudent: msg`New students`,
    },
    always: msg`We always email you about bookings, changes, cancellations, payments, refunds and the security of your account.`,
    saved: msg`Your choice is saved.`,
    failed: msg`We couldn’t save your choice. Please try again.`,
  },
})
