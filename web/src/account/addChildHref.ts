/** The form for a child of a present account. */
export const ADD_CHILD_HREF = '/onboarding?as=student&for=child'
