// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Keeps one percent of each transfer: the receiver gets less than was sent.
contract FeeCoin is ERC20("Fee on Transfer", "FEE") {
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function _update(address from, address to, uint256 amount) internal override {
        uint256 fee = from == address(0) || to == address(0) ? 0 : amount / 100;
        super._update(from, to, amount - fee);
        if (fee > 0) super._update(from, address(this), fee);
    }
}
