/** A queue as a new tenant gets it. */
export type QueuePreset = {
  name: string
  instances: number
  tries: number
  timeout: number
  max_memory: number
  priority: 'high' | 'low'
}

/** What new tenants start with, unless the provider has set otherwise. */
export const queuePresets: QueuePreset[] = [
  { name: 'default', instances: 2, tries: 3, timeout: 300, max_memory: 256, priority: 'low' },
  { name: 'high', instances: 2, tries: 3, timeout: 60, max_memory: 128, priority: 'high' },
  { name: 'imports', instances: 2, tries: 3, timeout: 1800, max_memory: 512, priority: 'low' },
  { name: 'long_running', instances: 1, tries: 1, timeout: 14_400, max_memory: 1024, priority: 'low' },
  { name: 'mails', instances: 1, tries: 5, timeout: 60, max_memory: 128, priority: 'high' },
]
