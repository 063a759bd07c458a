/** The folder of our own files under an output path. HELM's tools ignore it. */
export const PRIVATE_FOLDER = ".medhelm";
