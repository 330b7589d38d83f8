;(() => {
  try {
    const saved = localStorage.getItem('theme')
    const dark = saved === 'dark' || (saved !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
    document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
  } catch {}
})()
