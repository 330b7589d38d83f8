;(() => {
  try {
    const page = document.documentElement
    const { language } = localStorage
    const { pathname, search, hash } = location
    const darkPreference = matchMedia('(prefers-color-scheme: dark)')
    const applyTheme = () => {
      const { theme } = localStorage
      const isDark = theme === 'dark' || (theme !== 'light' && darkPreference.matches)
      page.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
    }
    applyTheme()
    // The app follows the preference itself, without transitions.
    if (!('app' in page.dataset)) darkPreference.addEventListener('change', applyTheme)
    addEventListener('click', ({ target }) => {
      const link = target.closest?.('a[data-language]')
      if (!link) return
      localStorage.language = link.dataset.language
      delete sessionStorage.language
    })
    if (Object.keys(localStorage).some((key) => key.startsWith('oidc.user:'))) page.dataset.signedIn = ''
    // Only the language link stores a choice. A Hindi page or email keeps the app in Hindi in this tab.
    const isApp = 'app' in page.dataset
    if ((page.lang === 'hi' || (isApp && /[?&]lang=hi\b/.test(search))) && !language)
      sessionStorage.language = 'hi'
    if (page.lang !== 'hi' && (language || sessionStorage.language) === 'hi') {
      const { hindi } = page.dataset
      if (search === '?english') return
      if (hindi && language) location.replace(hindi + search + hash)
      else if (isApp && !/^\/(teacher|admin)|[?&]as=teacher/.test(pathname + search)) page.lang = 'hi'
    }
  } catch {}
})()
