/// <reference types="svelte" />
/// <reference types="vite/client" />

/** True where the screens are shown over recorded snapshots; never in a build for the server. */
declare const __FIXTURE__: boolean;
