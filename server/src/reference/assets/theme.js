// The chosen theme, or the system's, before anything is drawn.
const chosen = localStorage.getItem('cardwright.theme')
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.classList.toggle('dark', dark)
