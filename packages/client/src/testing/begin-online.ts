import { onlineManager } from '@tanstack/react-query'
import { beforeEach } from 'vitest'

// Files of a page share the library that holds whether there is a connection; one may have ended without any.
beforeEach(() => onlineManager.setOnline(true))
