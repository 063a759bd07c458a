import type { LocalData } from "../local-data.ts";

const REPOSITORY = "https://github.com/raulista1997/benchmarkdata";

/**
 * A folder of the repository that HELM reads, at a commit. It is a folder in a mirror, or comes from GitHub's archive of the
 * commit.
 */
export const benchmarkData = (benchmark: string, folder: string, commit: string): LocalData => ({
  path: `${benchmark}/${folder}`,
  holds: `the folder ${folder} with its reports (.txt)`,
  obtain: `clone ${REPOSITORY} and check out ${commit}`,
  archive: {
    path: `${benchmark}/benchmarkdata-${commit}.zip`,
    // no checksum, because GitHub may pack the same files differently; the manifest lists each file that was read
    url: `${REPOSITORY}/archive/${commit}.zip`,
    folder: `benchmarkdata-${commit}/${folder}/`,
  },
});
