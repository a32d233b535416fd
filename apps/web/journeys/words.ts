import type { Page } from 'playwright-core'

/** What stands on the page outside of code and data. */
export const wordsOn = (page: Page) =>
  page.evaluate(() => {
    const words: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim()
      if (
        text &&
        !node.parentElement!.closest(
          'code, pre, td, style, script, .cm-editor, [class*=mono], [role=grid], [role=treeitem]',
        )
      )
        words.push(text)
    }
    return words
  })

/** A key instead of its words, or a placeholder nobody has filled. */
export const isNoWord = (text: string) =>
  /^(undefined|null|NaN|\[object Object\])$|\bInvalid Date\b|\{[a-z]\w*(, (plural|select),.*)?\}/.test(text) ||
  (/^[a-z][a-zA-Z_]*(\.[a-z][a-zA-Z_]*)+$/.test(text) && !/\.(com|example|csv|json|pdf|xml|xlsx|yaml)$/.test(text))
