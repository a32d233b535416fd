import DOMPurify from 'dompurify'
import { Marked } from 'marked'
import { useMemo } from 'react'
import s from './markdown.module.css'

const marked = new Marked({ gfm: true, async: false })
/** What a text may consist of: words and their order, and pictures of the media library. Nothing from elsewhere, no styles, no forms. */
const allowed = {
  ALLOWED_TAGS: [
    'h1',
    'h2',
    'h3',
    'h4',
    'p',
    'br',
    'hr',
    'strong',
    'em',
    'del',
    'code',
    'pre',
    'blockquote',
    'ul',
    'ol',
    'li',
    'a',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'img',
  ],
  ALLOWED_ATTR: ['href', 'title', 'start', 'src', 'alt'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/(?!\/)|#)/i,
}
const purify = DOMPurify(window)
purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName === 'IMG' && !/^\/api\/app\/media_files\/[\da-f-]{36}$/.test(node.getAttribute('src') ?? ''))
    node.remove()
})

/** A text in Markdown, sanitised: whoever wrote it, no script and no foreign content comes with it. */
export function Markdown({ text }: { text: string }) {
  const html = useMemo(() => purify.sanitize(marked.parse(text, { async: false }), allowed), [text])
  // oxlint-disable-next-line react/no-danger -- sanitised one line above
  return <div className={s['text']} dangerouslySetInnerHTML={{ __html: html }} />
}
