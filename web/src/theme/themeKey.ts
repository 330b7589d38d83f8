/** Where the theme is kept in local storage, as `light` or `dark`. The script in the pages' heads reads it too. */
export const THEME_KEY = 'theme'
