import { readFileSync } from "node:fs";
import { instructionsOf } from "./dockerfile.ts";
import { builtImage, whyNoBuildah } from "./built-image.ts";
import { imageCases } from "./image.cases.ts";

const dockerfile = instructionsOf(readFileSync(new URL("../../image/Dockerfile", import.meta.url), "utf8"));

imageCases("the image that buildah builds", whyNoBuildah(), dockerfile, builtImage);
