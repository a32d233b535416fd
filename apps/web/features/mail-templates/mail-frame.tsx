import s from './mail-templates.module.css'

/** A mail as its reader sees it: in a frame where nothing runs and nothing leads anywhere. */
export const MailFrame = ({ html, title }: { html: string; title: string }) => (
  <iframe className={s['frame']} sandbox="" srcDoc={html} title={title} />
)
