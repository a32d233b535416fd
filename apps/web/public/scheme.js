// Before the first paint, so that nobody who chose dark sees a white page flash. A file of its own: the page allows no inline script.
;(function () {
  var html = document.documentElement
  var chosen = localStorage.getItem('mantine-color-scheme-value')
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  html.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  html.lang = localStorage.getItem('language') === 'en' ? 'en' : 'de'
})()
