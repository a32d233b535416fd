import ssh2 from 'ssh2'

/**
 * A new Ed25519 key pair in the form of OpenSSH, encrypted where a passphrase is given. Five in a thousand the library writes in a form
 * that neither it nor OpenSSH can read.
 */
export function newSshKey(passphrase = ''): { public: string; private: string } {
  const encrypted = passphrase === '' ? undefined : { passphrase, cipher: 'aes256-ctr', rounds: 16 }
  for (;;) {
    const key = ssh2.utils.generateKeyPairSync('ed25519', encrypted)
    if (!(ssh2.utils.parseKey(key.private, passphrase) instanceof Error)) return key
  }
}
