// Cardwright: shows a card inside your page, from which your page cannot read it. Version 1.
// CardwrightReveal.show(element, { url, title, height, onReady, onCopied, onExpired }) returns { remove() }.
;(() => {
  const SOURCE = 'cardwright-reveal'
  const HEIGHT = 176

  function show(container, { url, title = 'Card details', height = HEIGHT, onReady, onCopied, onExpired } = {}) {
    const callbacks = { ready: onReady, copied: onCopied, expired: onExpired }
    const frame = document.createElement('iframe')
    Object.assign(frame, { src: url, title, allow: 'clipboard-write *', referrerPolicy: 'no-referrer' })
    Object.assign(frame.style, { display: 'block', width: '100%', height: `${Number(height)}px`, border: '0' })
    const hear = ({ source, origin, data }) => {
      // The page runs in an origin of its own, which browsers write as "null"; the window is what tells it from others.
      if (source !== frame.contentWindow || origin !== 'null' || data?.source !== SOURCE) return
      if (Object.hasOwn(callbacks, data.type)) callbacks[data.type]?.()
    }
    addEventListener('message', hear)
    container.replaceChildren(frame)
    return {
      remove() {
        removeEventListener('message', hear)
        frame.remove()
      },
    }
  }

  window.CardwrightReveal = Object.freeze({ show })
})()
