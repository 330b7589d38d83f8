;(() => {
  try {
    const page = document.documentElement
    const { language } = localStorage
    const { pathname, search, hash } = location
    const night = matchMedia('(prefers-color-scheme: dark)')
    const paint = () => {
      const { theme } = localStorage
      const dark = theme === 'dark' || (theme !== 'light' && night.matches)
      page.dataset.mantineColorScheme = dark ? 'dark' : 'light'
    }
    paint()
    // The app paints itself anew, without the colours on their way between the two.
    if (!('app' in page.dataset)) night.addEventListener('change', paint)
    addEventListener('click', ({ target }) => {
      const chosen = target.closest?.('a[data-language]')
      if (chosen) localStorage.language = chosen.dataset.language
    })
    if (page.lang === 'hi') {
      if (!language) localStorage.language = 'hi'
    } else if (language === 'hi') {
      const { hindi } = page.dataset
      if (search === '?english') return
      if (hindi) location.replace(hindi + search + hash)
      else if ('app' in page.dataset && !/^\/(teacher|admin)|[?&]as=teacher/.test(pathname + search))
        page.lang = 'hi'
    }
  } catch {}
})()
