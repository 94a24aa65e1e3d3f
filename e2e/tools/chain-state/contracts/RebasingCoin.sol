// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// People hold shares, and balances change without any transfer whenever the worth of a share does.
contract RebasingCoin {
    string public constant name = "Rebasing Coin";
    string public constant symbol = "REB";
    uint8 public constant decimals = 18;

    /// Coins of 1e18 shares.
    uint256 public index = 1e18;
    uint256 private _shares;
    mapping(address holder => uint256) private _sharesOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Approval(address indexed owner, address indexed spender, uint256 amount);
    event Rebase(uint256 index);

    function totalSupply() external view returns (uint256) {
        return (_shares * index) / 1e18;
    }

    function balanceOf(address holder) external view returns (uint256) {
        return (_sharesOf[holder] * index) / 1e18;
    }

    /// Changes every balance at once.
    function rebase(uint256 newIndex) external {
        index = newIndex;
        emit Rebase(newIndex);
    }

    function mint(address to, uint256 amount) external {
        uint256 shares = (amount * 1e18) / index;
        _shares += shares;
        _sharesOf[to] += shares;
        emit Transfer(address(0), to, amount);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return _transfer(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - amount;
        return _transfer(from, to, amount);
    }

    function _transfer(address from, address to, uint256 amount) private returns (bool) {
        uint256 shares = (amount * 1e18) / index;
        _sharesOf[from] -= shares;
        _sharesOf[to] += shares;
        emit Transfer(from, to, amount);
        return true;
    }
}
