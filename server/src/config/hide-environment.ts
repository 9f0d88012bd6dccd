// Every program of the server imports this first, so that the modules after it find an environment without settings.

import { hideEnvironment } from './environment.ts'

hideEnvironment()
