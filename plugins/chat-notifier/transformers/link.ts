import { link } from '../shared/chat.ts'

export default function chatLink([address, words]: [string, string], { service }: { service: 'slack' | 'markdown' }) {
  if (!/^https?:\/\/[^\s<>|()]+$/.test(address)) throw new Error(`“${address}” is no web address.`)
  return link(service === 'slack' ? 'slack' : 'teams', address, words)
}
