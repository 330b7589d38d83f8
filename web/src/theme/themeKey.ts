/** Local storage key of the theme: `light` or `dark`. The script in the head of the pages reads it too. */
export const THEME_KEY = 'theme'
