/** The id of the form of the availability step, which the wizard's button submits. */
export const HOURS_FORM = 'hours'

/** The name of the button that submits it and opens the next step. */
export const CONTINUE = 'continue'
